/**
 * Every probe, in every setting and under each fence: blocked inside, or a gap that is named,
 * and through outside.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Person, plainUser, testsRunAsRoot, thisPerson } from "../_user.ts";
import { WithoutBwrap } from "../_without_bwrap.ts";
import { type Fence, gapOf, type Group, GROUPS, groupsOf } from "../../src/attack/groups.ts";
import { LANDLOCK_GAPS } from "../../src/attack/landlock.ts";
import { expectedOutside, type Probe, type SettingName } from "../../src/attack/probe.ts";
import { Arena } from "./_arena.ts";

/** The least number of probes, each tried inside and outside. */
const LEAST = 60;

Deno.test("probes are many, named once, and not vacuous", () => {
  const probes = GROUPS.flatMap((g) => g.probes);
  assertEquals(probes.length, new Set(probes.map((p) => p.name)).size);
  const outside = (probe: Probe) =>
    (["root, off", "user, off"] as const).map((s) => expectedOutside(probe, s));
  for (const probe of probes) {
    assert(!/[{}\t\n]/.test(probe.name), probe.name);
    if (probe.alone) continue;
    assert(outside(probe).some((v) => v !== "blocked"), probe.name);
  }
  // Those of which it is known that they get through outside, on any machine.
  for (const fence of ["bwrap", "landlock"] as const) {
    const sure = groupsOf(fence).flatMap((g) => g.probes).filter((p) =>
      outside(p).includes("through")
    );
    assert(sure.length >= LEAST, `${fence}: ${sure.length}`);
  }
});

Deno.test("each gap of Landlock is one of a probe that there is", () => {
  const names = GROUPS.filter((g) => !g.landlock).flatMap((g) => g.probes).map((p) => p.name);
  assertEquals(Object.keys(LANDLOCK_GAPS).filter((name) => !names.includes(name)), []);
});

/** What a probe comes to inside or outside. */
type Wanted = (probe: Probe, group: Group) => string;

/** Tries groups in one setting, in as few calls as can be, and looks at each probe. */
async function attack(
  t: Deno.TestContext,
  arena: Arena,
  setting: SettingName,
  groups: readonly Group[],
  wanted: Wanted,
) {
  const withPaths = setting !== "nobody, confined";
  const here = (group: Group) => group.probes.filter((p) => !(setting in (p.leftOut ?? {})));
  for (const tight of [false, true]) {
    const these = groups.filter((g) => (g.tight ?? false) === tight);
    const together = these.flatMap(here).filter((p) => !p.alone);
    const found = await arena.run(together, withPaths, tight);
    for (const group of these) {
      for (const probe of here(group)) {
        await t.step(`${group.name}: ${probe.name}`, async () => {
          if (probe.alone) return await alone(arena, probe, withPaths);
          const report = found.get(probe.name);
          assert(report, "The probe reported nothing");
          const verdict = wanted(probe, group);
          if (verdict !== "either") assertEquals(report.verdict, verdict, report.detail);
        });
      }
    }
  }
}

async function alone(arena: Arena, probe: Probe, withPaths: boolean) {
  const found = await arena.run([probe], withPaths, false);
  assertEquals(found.get(probe.name)?.verdict ?? "blocked", "blocked");
  for (const b of arena.bystanders.values()) assert(await b.alive());
  await arena.client.request("ping");
}

/** All settings of one person, under each fence and then without. */
async function all(t: Deno.TestContext, who: Person, inside: SettingName[], out: SettingName) {
  await using hidden = await WithoutBwrap.make();
  const persons: [Fence, Person][] = [["bwrap", who], ["landlock", hidden.hide(who)]];
  for (const [fence, person] of persons) {
    await using arena = await Arena.start(person, true);
    assertStringIncludes(arena.client.stderr, `sandbox ${fence}`);
    for (const setting of inside) {
      await t.step(
        `${fence}: ${setting}`,
        (t) =>
          attack(
            t,
            arena,
            setting,
            groupsOf(fence),
            (probe, group) =>
              gapOf(probe, group, fence, setting) === undefined ? "blocked" : "through",
          ),
      );
    }
    assertEquals(arena.client.noise, []);
    if (fence === "landlock") {
      assertEquals([...Deno.readDirSync(`${arena.world.state}/scratch`)], []);
    }
  }
  await using arena = await Arena.start(who, false);
  await t.step(out, (t) => attack(t, arena, out, GROUPS, (p) => expectedOutside(p, out)));
  assertEquals(arena.client.noise, []);
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
