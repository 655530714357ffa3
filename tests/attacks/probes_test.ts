/**
 * Every probe, in every setting: blocked inside, and through outside.
 */
import { assert, assertEquals } from "@std/assert";
import { type Person, plainUser, testsRunAsRoot, thisPerson } from "../_user.ts";
import { Arena } from "./_arena.ts";
import { DESCRIPTORS } from "./_descriptors.ts";
import { FILES } from "./_files.ts";
import { INTERPRETERS } from "./_interpreters.ts";
import { KERNEL } from "./_kernel.ts";
import { LIMITS } from "./_limits.ts";
import { NETWORK } from "./_network.ts";
import { expected, type Probe, type SettingName } from "./_probe.ts";
import { PROCESSES } from "./_processes.ts";

const GROUPS: Record<string, Probe[]> = {
  files: FILES,
  processes: PROCESSES,
  network: NETWORK,
  kernel: KERNEL,
  descriptors: DESCRIPTORS,
  interpreters: INTERPRETERS,
  limits: LIMITS,
};

Deno.test("probes are named once, and are not vacuous", () => {
  const names = Object.values(GROUPS).flat().map((p) => p.name);
  assertEquals(names.length, new Set(names).size);
  for (const probe of Object.values(GROUPS).flat()) {
    assert(!/[{}\t\n]/.test(probe.name), probe.name);
    if (probe.alone) continue;
    const outside = (["root, off", "user, off"] as const).map((s) => expected(probe, s));
    const depends = outside.includes("either");
    assert(depends || outside.includes("through"), probe.name);
  }
});

/** Runs every group in one setting and looks at each probe. */
async function attack(t: Deno.TestContext, arena: Arena, setting: SettingName) {
  const withPaths = setting !== "nobody, confined";
  for (const [group, all] of Object.entries(GROUPS)) {
    const probes = all.filter((p) => !(setting in (p.leftOut ?? {})));
    const together = probes.filter((p) => !p.alone);
    const found = await arena.run(together, withPaths, group === "limits");
    for (const probe of together) {
      await t.step(`${group}: ${probe.name}`, () => {
        const report = found.get(probe.name);
        assert(report, "The probe reported nothing");
        if (probe.leaves) report.verdict = arena.took(probe.leaves) ? "through" : "blocked";
        const wanted = expected(probe, setting);
        if (wanted !== "either") assertEquals(report.verdict, wanted, report.detail);
      });
    }
    for (const probe of probes.filter((p) => p.alone)) {
      await t.step(`${group}: ${probe.name}`, async () => {
        const found = await arena.run([probe], withPaths, false);
        assertEquals(found.get(probe.name)?.verdict ?? "blocked", "blocked");
        for (const b of arena.bystanders.values()) assert(await b.alive());
        await arena.client.request("ping");
      });
    }
  }
}

/** All settings of one person, first inside, then outside. */
async function all(t: Deno.TestContext, person: Person, inside: SettingName[], out: SettingName) {
  for (const settings of [inside, [out]]) {
    await using arena = await Arena.start(person, settings === inside);
    for (const setting of settings) await t.step(setting, (t) => attack(t, arena, setting));
    assertEquals(arena.client.noise, []);
  }
}

if (testsRunAsRoot()) {
  Deno.test("sandbox stops in a server of root what gets through without it", async (t) => {
    await all(t, await thisPerson(), ["root, confined", "nobody, confined"], "root, off");
  });
} else {
  console.log("The attacks on a server of root are left out: a plain user runs the tests");
}

Deno.test("sandbox stops in a plain user's server what gets through without it", async (t) => {
  await using user = await plainUser();
  await all(t, user, ["user, confined"], "user, off");
});
