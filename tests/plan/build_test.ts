import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { loadBundle } from "../../src/bundle/load.ts";
import { buildPlan } from "../../src/plan/build.ts";
import type { Tier } from "../../src/plan/tier.ts";
import type { Plan } from "../../src/plan/types.ts";
import { Registry } from "../../src/server/registry.ts";
import { plan as anyPlan } from "../call/_plan_tool.ts";
import { hostWith } from "../policy/_host.ts";
import { World } from "../_world.ts";

const MISSING: Tier = {
  name: "missing",
  detail: "The sandbox cannot start: it is not there",
  mend: "Install it",
};
const OFF: Tier = { name: "none", detail: "off" };

/** Plans the bundles of a world by name. */
async function planOf(world: World, tier: Tier, names: string[], bareNames = false): Promise<Plan> {
  const { plan } = await buildPlan({
    bundles: names.map((name) => loadBundle(`${world.defs}/${name}`, name)!),
    notices: [],
    roots: [],
    tier,
    operator: [],
    own: { program: "/opt/program", base: world.state, deno: "/opt/bin/deno" },
    host: hostWith({ PATH: "/usr/bin:/bin" }),
    asRoot: false,
    owner: undefined,
    server: { ...anyPlan().server, bareNames },
    http: undefined,
    approved: [],
  });
  return plan;
}

async function bundles(world: World) {
  await world.bundle("calm", { tools: { calm__run: { script: "echo calm" } } });
  await world.bundle("strict", {
    manifest: { sandbox: "required" },
    tools: { strict__run: { script: "echo strict" } },
  });
}

Deno.test("buildPlan() lists every tool and lets none run when there is no sandbox", async () => {
  await using world = await World.make();
  await bundles(world);
  const plan = await planOf(world, MISSING, ["calm", "strict"]);
  using registry = new Registry(plan);
  assertEquals(registry.list().map((t) => t.name), ["calm__run", "strict__run"]);
  for (const { name } of plan.tools) {
    const { structuredContent } = await registry.call(name, {
      __mcp_response_mode: "structuredContent",
    });
    const { reason, sandbox, message } = structuredContent!;
    assertEquals([reason, sandbox], ["sandbox", "none"]);
    assertEquals(message, "The sandbox cannot start: it is not there. Install it");
  }
});

Deno.test("buildPlan() lets a bundle that requires a sandbox run nothing under --sandbox off", async () => {
  await using world = await World.make();
  await bundles(world);
  const [calm, strict] = (await planOf(world, OFF, ["calm", "strict"])).tools;
  assertEquals([calm!.unavailable, calm!.launcher], [undefined, undefined]);
  assertEquals(calm!.direct?.program, "/usr/bin/bash");
  assertEquals(strict!.unavailable?.reason, "sandbox");
  assertStringIncludes(strict!.unavailable!.message, 'The bundle "strict" requires a sandbox');
});

Deno.test("buildPlan() serves one of two tools that would have the same name", async () => {
  await using world = await World.make();
  await world.bundle("one", { tools: { one__run: { script: ":" }, one__other: { script: ":" } } });
  await world.bundle("two", { tools: { two__run: { script: ":" } } });
  const long = await planOf(world, OFF, ["one", "two"]);
  assertEquals(long.tools.map((t) => t.name), ["one__other", "one__run", "two__run"]);
  const bare = await planOf(world, OFF, ["one", "two"], true);
  assertEquals(bare.tools.map((t) => `${t.name} ${t.specName}`), [
    "other one__other",
    "run one__run",
  ]);
  const [problem] = bare.problems;
  assert(problem?.rule === "served-name-clash");
  assertStringIncludes(problem.message, "one__run.yaml");
});

Deno.test("buildPlan() lets the server read the declared variables, each once", async () => {
  await using world = await World.make();
  for (const name of ["one", "two"]) {
    await world.bundle(name, {
      permissions: { run: ["bash"], env: ["SHARED", name.toUpperCase()] },
      tools: { [`${name}__run`]: { script: ":" } },
    });
  }
  assertEquals((await planOf(world, OFF, ["two", "one"])).env, ["ONE", "SHARED", "TWO"]);
});
