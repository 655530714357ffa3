import { assert, assertEquals, assertRejects } from "@std/assert";
import { attempt } from "../../src/attack/attempt.ts";
import type { Bystander } from "../../src/attack/bystander.ts";
import { GROUPS } from "../../src/attack/groups.ts";
import type { Probe } from "../../src/attack/probe.ts";

const BYSTANDER = {
  ...{ pid: 2, tcp: 3, udp: 4, socket: "/s", abstract: "a" },
  namespaces: { pid: "pid:[1]", mnt: "mnt:[1]" },
} as Bystander;

Deno.test("attempt() tries nothing when a probe asks for what it is not told", async () => {
  const probe: Probe = { name: "reads", code: "slurp($T{nowhere})" };
  let called = false;
  const call = () => {
    called = true;
    return Promise.resolve("reads\tthrough\tgot it\n");
  };
  const how = { call, bystander: BYSTANDER, withPaths: false, tight: false };
  await assertRejects(() => attempt([probe], { ...how, targets: {} }), Error, '"nowhere"');
  assert(!called);
  const found = await attempt([probe], { ...how, targets: { nowhere: "/x" } });
  assertEquals(found.get("reads"), { verdict: "through", detail: "got it" });
});

Deno.test("what changes mounts goes into a mount namespace of its own first, or is not tried", () => {
  // Not tried without the guard: it would end the machine that the tests run on.
  const mounting = GROUPS.flatMap((g) => g.probes).filter((p) => /sys\('u?mount/.test(p.code));
  assertEquals(mounting.length, 3);
  for (const { code, touchesMachine } of mounting) {
    const guard = code.indexOf("$here ne $machine or die");
    const acts = code.lastIndexOf("sys('");
    assert(touchesMachine && guard > code.indexOf("$N{unshare}") && acts > guard, code);
  }
});
