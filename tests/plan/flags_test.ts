import { assert, assertEquals } from "@std/assert";
import {
  permissionFlags,
  type ServerPermissions,
  serverPermissions,
} from "../../src/plan/flags.ts";
import type { PlanTool } from "../../src/plan/types.ts";
import { plan, planTool } from "../call/_plan_tool.ts";

const NONE: ServerPermissions = {
  run: [],
  read: [],
  write: [],
  env: [],
  net: { allow: [], deny: [] },
};

Deno.test("serverPermissions() names launchers, plan, state and variables, and no root", () => {
  const { net: _, ...found } = serverPermissions(plan({
    roots: [{ path: "/work", readOnly: false, from: "" }],
    tools: [
      planTool({
        name: "b",
        launcher: "/plan/launch/b",
        fixed: [{ kind: "read", source: "/x", dest: "/x" }],
      }),
      planTool({ name: "a", launcher: "/plan/launch/a" }),
    ],
    env: ["TOKEN"],
  }));
  assertEquals(found, {
    run: ["/plan/launch/a", "/plan/launch/b"],
    read: ["/plan", "/state"],
    write: ["/state"],
    env: ["TOKEN"],
  });
});

Deno.test("serverPermissions() names it all without a sandbox, but for tools that cannot run", () => {
  const direct = (program: string, more: Partial<PlanTool> = {}): PlanTool => {
    const { launcher: _, ...tool } = planTool({ direct: { program, words: [] }, ...more });
    return tool;
  };
  const { net: _, ...found } = serverPermissions(plan({
    tier: { name: "none", detail: "" },
    roots: [
      { path: "/work", readOnly: false, from: "" },
      { path: "/data", readOnly: true, from: "" },
    ],
    tools: [
      direct("/usr/bin/jq", { fixed: [{ kind: "write-dir", source: "/out", dest: "/out" }] }),
      direct("/usr/bin/jq", { fixed: [{ kind: "read", source: "/share", dest: "/share" }] }),
      direct("/usr/bin/bash"),
      direct("missing", { unavailable: { reason: "spawn", message: "" } }),
    ],
  }));
  assertEquals(found, {
    run: ["/usr/bin/bash", "/usr/bin/jq"],
    read: ["/data", "/out", "/plan", "/share", "/state", "/work"],
    write: ["/out", "/state", "/work"],
    env: [],
  });
});

Deno.test("permissionFlags() leaves out a kind without values, since its bare flag would grant all", () => {
  assertEquals(permissionFlags(NONE), []);
  assertEquals(permissionFlags({ ...NONE, run: ["/a"], read: ["/b", "/c"], env: ["X"] }), [
    "--allow-run=/a",
    "--allow-read=/b,/c",
    "--allow-env=X",
  ]);
});

Deno.test("permissionFlags() divides a long list of programs into arguments that execve takes", () => {
  const run = Array.from(
    { length: 2000 },
    (_, i) => `/state/plans/${"0".repeat(100)}/launch/ä_${i}`,
  );
  const flags = permissionFlags({ ...NONE, run });
  assert(flags.length > 1);
  for (const flag of flags) {
    assert(new TextEncoder().encode(flag).length < 128 * 1024, "too long for one argument");
  }
  assertEquals(flags.flatMap((f) => f.replace("--allow-run=", "").split(",")), run);
});
