import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { loadBundle } from "../../src/bundle/load.ts";
import { compareWithLock, formatLock, lockBundle, parseLock } from "../../src/bundle/lock.ts";
import { LockKeeper } from "../../src/cli/locked.ts";
import { parseOptions } from "../../src/cli/options.ts";
import { prepare } from "../../src/cli/prepare.ts";
import { thisHost } from "../../src/policy/host.ts";
import { scripted } from "../lint/_lint.ts";
import { World } from "../_world.ts";

/** A world with the locked bundles `a` and `b`. */
async function locked(): Promise<World> {
  const world = await World.make();
  const tools = (name: string) => ({ [`${name}__t`]: scripted("echo a\n").b!.tools["b__t"]! });
  for (const name of ["a", "b"]) await world.bundle(name, { tools: tools(name) });
  const bundles = Object.fromEntries(
    ["a", "b"].map((name) => [name, lockBundle(loadBundle(`${world.defs}/${name}`, name)!)]),
  );
  await Deno.writeTextFile(
    `${world.folder}/bundles.lock.json`,
    formatLock({ version: 1, bundles }),
  );
  return world;
}

/** The bundles that are served, and what is said about the others. */
async function served(world: World, ...more: string[]) {
  const options = parseOptions(
    world.options("--bundle", "a", "--bundle", "b", ...more),
    () => undefined,
  );
  const host = thisHost();
  const { bundles, draft } = await prepare(options, {
    ...host,
    env: (name) => name === "INIT_CWD" ? world.root : host.env(name),
  });
  const said = draft.plan.notices.filter((n) => n.includes("is not loaded")).join("\n");
  return { names: bundles.map((b) => b.name), said };
}

Deno.test("prepare() serves what the lock knows", async () => {
  await using world = await locked();
  assertEquals(await served(world, "--locked"), { names: ["a", "b"], said: "" });
});

const CHANGES: [string, (folder: string) => Promise<void>, string][] = [
  [
    "a changed byte in a script",
    (f) => Deno.writeTextFile(`${f}/scripts/a__t.sh`, "#\n", { append: true }),
    "changed scripts/a__t.sh",
  ],
  [
    "a new file",
    (f) => Deno.writeTextFile(`${f}/scripts/new.sh`, "#!/bin/sh\n"),
    "new scripts/new.sh",
  ],
  ["a file that went", (f) => Deno.remove(`${f}/scripts/a__t.sh`), "gone scripts/a__t.sh"],
  ["an execute bit", (f) => Deno.chmod(`${f}/scripts/a__t.sh`, 0o644), "changed scripts/a__t.sh"],
  ["a new link", (f) => Deno.symlink("/etc/passwd", `${f}/scripts/link`), "new scripts/link"],
  ["a widened path", (f) => widen(f, "  write:\n    - /srv/data\n"), "gained write /srv/data ("],
  ["a new host", (f) => widen(f, "  net:\n    - a.example\n"), "gained net a.example ("],
];

async function widen(folder: string, lines: string) {
  const file = `${folder}/bundle.yaml`;
  const text = await Deno.readTextFile(file);
  await Deno.writeTextFile(file, text.replace("permissions:\n", `permissions:\n${lines}`));
}

for (const [what, change, said] of CHANGES) {
  Deno.test(`prepare() refuses a bundle with ${what}, and keeps the others`, async () => {
    await using world = await locked();
    await change(`${world.defs}/a`);
    const result = await served(world);
    assertEquals(result.names, ["b"]);
    assertStringIncludes(result.said, 'The bundle "a" is not loaded');
    assertStringIncludes(result.said, said);
  });
}

Deno.test("prepare() refuses a bundle that no lock knows only under --locked", async () => {
  await using world = await locked();
  await Deno.remove(`${world.folder}/bundles.lock.json`);
  assertEquals((await served(world)).names, ["a", "b"]);
  assertEquals((await served(world, "--locked")).names, []);
});

Deno.test("LockKeeper heeds a lock in the working directory, and refuses a broken one", async () => {
  await using world = await locked();
  const [from, to] = [`${world.folder}/bundles.lock.json`, `${world.root}/bundles.lock.json`];
  await Deno.rename(from, to);
  const bundle = loadBundle(`${world.defs}/a`, "a")!;
  assertEquals(new LockKeeper(world.root, true).admits(bundle), true);
  await Deno.writeTextFile(to, "{}");
  assertThrows(
    () => new LockKeeper(world.root, false).admits(bundle),
    Error,
    "Cannot read the lock",
  );
});

Deno.test("compareWithLock() names the line of what a bundle gained", async () => {
  await using world = await locked();
  const lock = parseLock(await Deno.readTextFile(`${world.folder}/bundles.lock.json`));
  await widen(`${world.defs}/a`, "  net:\n    - a.example\n");
  const change = compareWithLock(loadBundle(`${world.defs}/a`, "a")!, lock.bundles["a"]!);
  assertEquals(change?.gained, [
    { text: "net a.example", file: `${world.defs}/a/bundle.yaml`, line: 8 },
  ]);
  assertEquals(change?.files, ["changed bundle.yaml"]);
});
