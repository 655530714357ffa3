/**
 * Every probe in the Landlock tier, which holds where bubblewrap cannot: blocked, or a gap
 * that is named.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Person, plainUser, testsRunAsRoot, thisPerson } from "../_user.ts";
import { WithoutBwrap } from "../_without_bwrap.ts";
import { Arena } from "./_arena.ts";
import { DESCRIPTORS } from "./_descriptors.ts";
import { FILES } from "./_files.ts";
import { INTERPRETERS } from "./_interpreters.ts";
import { KERNEL } from "./_kernel.ts";
import { LANDLOCK, LANDLOCK_GAPS, LANDLOCK_LIMITS } from "./_landlock.ts";
import { LIMITS } from "./_limits.ts";
import { NETWORK } from "./_network.ts";
import { expected, type Probe, type SettingName, type Verdict } from "./_probe.ts";
import { PROCESSES } from "./_processes.ts";

const SHARED = [FILES, PROCESSES, NETWORK, KERNEL, DESCRIPTORS, INTERPRETERS, LIMITS];

/** What a probe of bubblewrap's comes to here: its own gaps there do not count. */
function expectedHere(probe: Probe): Verdict {
  return probe.name in LANDLOCK_GAPS ? "through" : "blocked";
}

async function attack(
  t: Deno.TestContext,
  arena: Arena,
  setting: SettingName,
  probes: readonly Probe[],
  wanted: (probe: Probe) => Verdict | "either",
) {
  const withPaths = setting !== "nobody, confined";
  const here = probes.filter((p) => !(setting in (p.leftOut ?? {})));
  const tight = probes === LIMITS || probes === LANDLOCK_LIMITS;
  const found = await arena.run(here.filter((p) => !p.alone), withPaths, tight);
  for (const probe of here) {
    await t.step(`${setting}: ${probe.name}`, async () => {
      if (probe.alone) {
        await arena.run([probe], withPaths, false);
        for (const b of arena.bystanders.values()) assert(await b.alive());
        await arena.client.request("ping");
        return;
      }
      const report = found.get(probe.name);
      assert(report, "The probe reported nothing");
      if (probe.leaves) report.verdict = arena.took(probe.leaves) ? "through" : "blocked";
      const verdict = wanted(probe);
      if (verdict !== "either") assertEquals(report.verdict, verdict, report.detail);
    });
  }
}

async function all(t: Deno.TestContext, who: Person, inside: SettingName[], out: SettingName) {
  await using hidden = await WithoutBwrap.make();
  const person = hidden.hide(who);
  {
    await using arena = await Arena.start(person, true);
    assertStringIncludes(arena.client.stderr, "sandbox landlock");
    for (const setting of inside) {
      for (const group of SHARED) await attack(t, arena, setting, group, expectedHere);
      for (const group of [LANDLOCK, LANDLOCK_LIMITS]) {
        await attack(t, arena, setting, group, (p) => expected(p, setting));
      }
    }
    assertEquals(arena.client.noise, []);
    assertEquals([...Deno.readDirSync(`${arena.world.state}/scratch`)], []);
  }
  await using arena = await Arena.start(person, false);
  for (const group of [LANDLOCK, LANDLOCK_LIMITS]) {
    await attack(t, arena, out, group, (p) => expected(p, out));
  }
}

Deno.test("each gap of Landlock is one of a probe that there is", () => {
  const names = SHARED.flat().map((p) => p.name);
  assertEquals(Object.keys(LANDLOCK_GAPS).filter((name) => !names.includes(name)), []);
});

if (testsRunAsRoot()) {
  Deno.test("Landlock stops in a server of root what it is to stop", async (t) => {
    await all(t, await thisPerson(), ["root, confined", "nobody, confined"], "root, off");
  });
} else {
  console.log("The attacks on a server of root are left out: a plain user runs the tests");
}

Deno.test("Landlock stops in a plain user's server what it is to stop", async (t) => {
  await using user = await plainUser();
  await all(t, user, ["user, confined"], "user, off");
});
