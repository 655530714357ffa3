import { assertEquals } from "@std/assert";
import { fixedMounts, workFolder } from "../../src/plan/fixed_mounts.ts";
import type { Grant, ToolGrants } from "../../src/policy/grant.ts";

const ROOTS = [
  { path: "/tmp/work", readOnly: false, from: "" },
  { path: "/data", readOnly: true, from: "" },
];

function granted(...list: [Grant["kind"], string, string?][]): ToolGrants {
  const origin = { how: "declared", file: "bundle.yaml", line: 1 } as const;
  const grants = list.map(([kind, value, written]): Grant => ({
    kind,
    value,
    origin,
    ...(written !== undefined && { written }),
  }));
  return { bundle: "b", tool: "b__t", grants, dropped: [], runAny: false, netFromParams: [] };
}

function mounts(grants: ToolGrants, folder?: string): string[] {
  return fixedMounts(grants, folder, ROOTS, () => undefined)
    .map((m) => m.source === m.dest ? `${m.kind} ${m.dest}` : `${m.kind} ${m.source} at ${m.dest}`);
}

Deno.test("fixedMounts() orders parents first and lets writing stand for reading", () => {
  assertEquals(
    mounts(granted(["read", "/srv/a/b"], ["read", "/out"], ["write", "/out"], ["write", "/srv"])),
    ["write-dir /out", "write-dir /srv", "read /srv/a/b"],
  );
  assertEquals(mounts(granted(["home", "/real/gh", ".config/gh"])), [
    "home /real/gh at /tmp/home/.config/gh",
  ]);
});

Deno.test("fixedMounts() shows the working directory where it lies in a root", () => {
  assertEquals(mounts(granted(), "."), ["write-dir /tmp/work"]);
  assertEquals(mounts(granted(), "/tmp/work/deep"), ["write-dir /tmp/work/deep"]);
  assertEquals(mounts(granted(), "/data/x"), ["read /data/x"]);
  // Made in the private /tmp, and what has a grant is mounted by that.
  assertEquals(mounts(granted(), "/tmp/other"), []);
  assertEquals(mounts(granted(["write", "/srv"]), "/srv"), ["write-dir /srv"]);
  assertEquals(mounts(granted()), []);
});

Deno.test("workFolder() is the private /tmp unless the tool says otherwise", () => {
  assertEquals(workFolder(undefined, ROOTS), "/tmp");
  assertEquals(workFolder(".", ROOTS), "/tmp/work");
  assertEquals(workFolder(".", []), "/tmp");
  assertEquals(workFolder("/srv//x/", ROOTS), "/srv/x");
});
