import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import type { Capability } from "../../src/call/capabilities.ts";
import { orderMounts } from "../../src/call/mounts.ts";
import type { PlanMount } from "../../src/plan/types.ts";
import { isWithin, parentOf } from "../../src/policy/paths.ts";

function capability(kind: Capability["kind"], path: string, parameter = "p"): Capability {
  return { parameter, part: 0, kind, path };
}

/** The mounts in short, as the launcher gets them. */
function words(fixed: PlanMount[], capabilities: Capability[], result?: string): string[] {
  const ordered = orderMounts(fixed, capabilities, result);
  assert("mounts" in ordered, "fault" in ordered ? ordered.fault : "");
  return ordered.mounts.map((m) => `${m.word} ${m.value}`);
}

function fault(fixed: PlanMount[], capabilities: Capability[]): string {
  const ordered = orderMounts(fixed, capabilities, undefined);
  assert("fault" in ordered, "there is no fault");
  return ordered.fault;
}

const SHARED: PlanMount = { kind: "read", source: "/share", dest: "/share" };
const OUT: PlanMount = { kind: "write-dir", source: "/out", dest: "/out" };

Deno.test("orderMounts() puts what holds others before them", () => {
  assertEquals(
    words([SHARED, OUT], [
      capability("read", "/w/a/b/c"),
      capability("write-dir", "/w/a"),
      capability("write", "/w/file"),
    ], "/state/results/1"),
    [
      "write /w/file",
      "fixed 1",
      "write-dir /w/a",
      "fixed 0",
      "read /w/a/b/c",
      "result /state/results/1",
    ],
  );
});

Deno.test("orderMounts() lets the call's own word about a place stand", () => {
  assertEquals(words([OUT], [capability("read", "/out")]), ["read /out"]);
  assertEquals(words([SHARED], [capability("write-dir", "/share")]), ["write-dir /share"]);
  const both = [capability("read-dir", "/w"), capability("write-dir", "/w")];
  assertEquals(words([], both), ["write-dir /w"]);
  assertEquals(words([], both.toReversed()), ["write-dir /w"]);
  assertEquals(words([], [capability("read", "/w/a"), capability("read", "/w/a")]), ["read /w/a"]);
});

Deno.test("orderMounts() stages each file to be written, unless its folder is writable", () => {
  assertEquals(
    words([], [
      capability("write", "/w/a"),
      capability("write", "/w/b"),
      capability("write", "/w/a"),
    ]),
    ["write /w/a", "write /w/b"],
  );
  assertEquals(words([], [capability("write", "/w/a"), capability("write-dir", "/w")]), [
    "write-dir /w",
  ]);
  assertEquals(words([], [capability("write", "/top")]), ["write /top"]);
});

Deno.test("orderMounts() refuses what cannot be had together", () => {
  const same = fault([], [capability("write", "/w/a", "out"), capability("read", "/w/a", "in")]);
  assertStringIncludes(same, '"out" and "in" are the same file "/w/a"');
  const inside = [capability("write", "/w/a", "out"), capability("read-dir", "/w", "in")];
  assertStringIncludes(fault([], inside), "in a folder that this call reads as a whole");
  assertStringIncludes(fault([SHARED], [capability("write", "/share/a")]), "reads as a whole");
});

const place = fc.constantFrom("/w", "/w/a", "/w/a/b", "/w/c", "/share", "/out", "/out/x");
const asked = fc.record({
  kind: fc.constantFrom<Capability["kind"]>("read", "read-dir", "write", "write-dir"),
  path: place,
});

Deno.test("orderMounts() never hides a mount behind a later one, nor forgets a capability", () => {
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 5 }), (list) => {
      const capabilities = list.map(({ kind, path }, i) => capability(kind, path, `p${i}`));
      const ordered = orderMounts([SHARED, OUT], capabilities, undefined);
      if ("fault" in ordered) return;
      const { mounts } = ordered;
      for (const [i, mount] of mounts.entries()) {
        for (const earlier of mounts.slice(0, i)) {
          const shares = earlier.word === "write" && mount.word === "write";
          if (!shares) assert(!isWithin(earlier.dest, mount.dest), JSON.stringify(mounts));
        }
      }
      for (const c of capabilities) {
        const writes = c.kind.startsWith("write");
        const served = mounts.some((m) =>
          (m.value === c.path && (!writes || m.word.startsWith("write"))) ||
          (c.kind === "write" && m.word === "write-dir" && m.dest === parentOf(c.path))
        );
        assert(served, `${JSON.stringify(c)} of ${JSON.stringify(mounts)}`);
      }
    }),
    { numRuns: 2000 },
  );
});
