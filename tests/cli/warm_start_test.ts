import { assert, assertEquals, assertExists } from "@std/assert";
import { parseOptions } from "../../src/cli/options.ts";
import { programFolder } from "../../src/cli/places.ts";
import { place, prepare } from "../../src/cli/prepare.ts";
import { serveCommand } from "../../src/cli/serve_flags.ts";
import { type Place, recall, traced } from "../../src/cli/warm_start.ts";
import { World } from "../_world.ts";

/** Derives as `start` does, and remembers it. */
async function derive(world: World, racyMs = 0): Promise<Place> {
  const options = parseOptions(world.options("--bundle", "demo"), () => undefined);
  const base = `${world.folder}/state`;
  const where = { base, asked: options, program: programFolder() };
  const { result, remember } = await traced(() => prepare(options), base, racyMs);
  const plan = await place(result);
  assert(result.tier.name === "bwrap");
  const served = { folder: plan.folder, command: serveCommand(plan), env: plan.env };
  await remember(where, served, result.tier.programs.bwrap);
  return where;
}

async function demo(): Promise<World> {
  const world = await World.make();
  await world.bundle("demo", {
    permissions: { run: ["true", { name: "not-here-yet", optional: true }], env: ["WARM_DEMO"] },
    tools: { demo__nothing: { execution: { command: { executable: "true", args: [] } } } },
  });
  return world;
}

Deno.test("recall() gives the plan while nothing has changed, and nothing for other options", async () => {
  await using world = await demo();
  const where = await derive(world);
  const served = await recall(where);
  assertExists(served);
  assertEquals(served.command.slice(-4, -2)[0], "--name");
  assert(served.folder.startsWith(`${where.base}/plans/`));
  assertEquals(await recall({ ...where, asked: { other: true } }), undefined);
  const { mode } = await Deno.stat(`${where.base}/warm`);
  assertEquals((mode ?? 0) & 0o077, 0);
});

/** Each change makes the remembered plan useless. */
const CHANGES: Record<string, (world: World) => Promise<void> | void> = {
  "a tool's YAML is written again": async (world) => {
    const path = `${world.defs}/demo/spec_yaml/demo__nothing.yaml`;
    await Deno.writeTextFile(path, await Deno.readTextFile(path));
  },
  "the manifest is longer": (world) =>
    Deno.writeTextFile(`${world.defs}/demo/bundle.yaml`, "# more\n", { append: true }),
  "a tool is added": (world) =>
    Deno.writeTextFile(`${world.defs}/demo/spec_yaml/demo__more.yaml`, ""),
  "a bundle is added": (world) => Deno.mkdir(`${world.defs}/other`),
  "the bundle is a link to another": async (world) => {
    await Deno.rename(`${world.defs}/demo`, `${world.folder}/demo`);
    await Deno.symlink(`${world.folder}/demo`, `${world.defs}/demo`);
  },
  "the root has another mode": (world) => Deno.chmod(world.root, 0o700),
  "the plan was removed": (world) =>
    Deno.remove(`${world.folder}/state/plans`, { recursive: true }),
};

for (const [name, change] of Object.entries(CHANGES)) {
  Deno.test(`recall() gives nothing when ${name}`, async () => {
    await using world = await demo();
    const where = await derive(world);
    assertExists(await recall(where));
    await change(world);
    assertEquals(await recall(where), undefined);
  });
}

Deno.test("recall() gives nothing when a program that was missing is on PATH, or PATH is another", async () => {
  await using world = await demo();
  const folder = `${world.folder}/programs`;
  await Deno.mkdir(folder);
  const before = Deno.env.get("PATH") ?? "";
  Deno.env.set("PATH", `${before}:${folder}`);
  try {
    const where = await derive(world);
    assertExists(await recall(where));
    await Deno.writeTextFile(`${folder}/not-here-yet`, "#!/bin/sh\n", { mode: 0o755 });
    assertEquals(await recall(where), undefined);
    await Deno.remove(`${folder}/not-here-yet`);
    assertExists(await recall(where));
    Deno.env.set("PATH", before);
    assertEquals(await recall(where), undefined);
  } finally {
    Deno.env.set("PATH", before);
  }
});

Deno.test("remember() keeps nothing that was read while it may have been changing", async () => {
  await using world = await demo();
  const where = await derive(world, 60_000);
  assertEquals(await recall(where), undefined);
});

Deno.test("traced() leaves Deno's functions as they were, also after a fault", async () => {
  const before = [Deno.statSync, Deno.readTextFile, Deno.env.get];
  await traced(() => Promise.reject(new Error("no")), "/nowhere").catch(() => {});
  assertEquals([Deno.statSync, Deno.readTextFile, Deno.env.get], before);
});
