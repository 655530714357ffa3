import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { loadBundle } from "../../src/bundle/load.ts";
import { buildPlan } from "../../src/plan/build.ts";
import { findTier } from "../../src/plan/tier.ts";
import { plan as anyPlan } from "../call/_plan_tool.ts";
import { hostWith } from "../policy/_host.ts";
import { World } from "../_world.ts";

Deno.test("findTier() asks each system for its own sandbox, and falls back to none", async () => {
  const on = (os: typeof Deno.build.os, mode: "auto" | "off" = "auto") =>
    findTier(mode, "/usr/bin", "/nonexistent", false, os);
  for (const os of ["linux", "darwin", "windows"] as const) {
    assertEquals((await on(os, "off")).name, "none");
  }
  const windows = await on("windows");
  assertEquals(windows.name, "missing");
  assertStringIncludes(windows.detail, "No sandbox is built for windows");
  // This machine has none of macOS's programs, which is said.
  const mac = await on("darwin");
  if (Deno.build.os === "darwin") return assertEquals(mac.name, "seatbelt");
  assertEquals(mac.name, "missing");
  assertStringIncludes(mac.detail, '"/usr/bin/sandbox-exec" not found');
});

Deno.test("buildPlan() gives tools launchers of Seatbelt on macOS, and says that none was tested", async () => {
  await using world = await World.make();
  await world.bundle("mac", {
    permissions: { run: ["bash"], net: ["a.example"] },
    tools: {
      mac__local: {
        script: ":",
        properties: { out: { type: "string", path: "write" } },
        execution: { permissions: { net: [] } },
      },
      mac__remote: { script: ":" },
    },
  });
  const { plan, files } = await buildPlan({
    bundles: [loadBundle(`${world.defs}/mac`, "mac")!],
    notices: [],
    roots: [{ path: world.root, readOnly: false, from: "test" }],
    tier: { name: "seatbelt", detail: "Seatbelt", notice: "not tested" },
    operator: [],
    own: { program: "/opt/program", base: world.state, deno: "/opt/bin/deno" },
    host: hostWith({ PATH: "/usr/bin:/bin" }),
    asRoot: false,
    owner: undefined,
    server: { ...anyPlan().server },
    http: undefined,
    approved: [],
  });
  assertEquals([plan.tier.name, plan.notices], ["seatbelt", ["not tested"]]);
  const [local, remote] = plan.tools;
  assertEquals(local!.unavailable, undefined);
  const text = files.find((f) => f.path === "launch/mac__local")!.content as string;
  assert(text.startsWith("#!/bin/bash -p\n"), text);
  assertStringIncludes(text, "'/usr/bin/sandbox-exec'");
  assertStringIncludes(text, `${world.state}/scratch/`);
  assertEquals(remote!.unavailable?.reason, "sandbox");
  assertStringIncludes(remote!.unavailable!.message, "built for Linux only");
});
