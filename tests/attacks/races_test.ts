/**
 * Names that change hands between the look and the mount: never a byte from outside, never a
 * file outside. The changes come from the same user, as from another call in the same folder.
 */
import { assert, assertEquals } from "@std/assert";
import { thisPerson } from "../_user.ts";
import { World } from "../_world.ts";
import { launch, writePlan } from "./_launch.ts";
import { pathTools, SECRET, snapshot } from "./_paths.ts";
import { Swapper, type SWAPPERS } from "./_swapper.ts";

/** Rounds of each race. More, for a longer look: `RACE_ROUNDS=1500`. */
const ROUNDS = Number(Deno.env.get("RACE_ROUNDS") ?? 24);
/** So many calls at once, as when several clients name the same path. */
const AT_ONCE = 4;
/** On a busy machine a swapper may sleep through many rounds. */
const MOST_ROUNDS = Math.max(20 * ROUNDS, 2000);

/** One race: what is swapped, and what a launcher is asked for meanwhile. */
interface Race {
  name: string;
  tool: string;
  words: (root: string) => string[];
  swapper: keyof typeof SWAPPERS;
  swapped: (root: string, outside: string) => string[];
  /** Below the root: text of a file, `null` for a folder, or where a link leads. */
  before?: Record<string, string | null | { to: (outside: string) => string }>;
  /** Whether some rounds must succeed and some be refused, or the race was none. */
  bothWays: boolean;
}

const FILE_OR_LINK: Race["before"] = {
  it: "from inside",
  other: { to: (outside) => `${outside}/secret` },
};
const FOLDER_OR_LINK: Race["before"] = {
  "it": null,
  "it/secret": "from inside",
  "other": { to: (outside) => outside },
};
const exchanged = (root: string) => [`${root}/it`, `${root}/other`];

const RACES: Race[] = [
  {
    name: "a file to read and a link",
    tool: "paths__read",
    words: (root) => ["read", `${root}/it`],
    swapper: "exchange",
    swapped: exchanged,
    before: FILE_OR_LINK,
    bothWays: true,
  },
  {
    name: "the folder of a file to read and a link",
    tool: "paths__read",
    words: (root) => ["read", `${root}/it/secret`],
    swapper: "exchange",
    swapped: exchanged,
    before: FOLDER_OR_LINK,
    bothWays: true,
  },
  {
    name: "a folder to read and a link",
    tool: "paths__list",
    words: (root) => ["read-dir", `${root}/it`],
    swapper: "exchange",
    swapped: exchanged,
    before: FOLDER_OR_LINK,
    bothWays: true,
  },
  {
    name: "the folder of a file to write and a link",
    tool: "paths__change",
    words: (root) => ["write", `${root}/it/secret`],
    swapper: "exchange",
    swapped: exchanged,
    before: FOLDER_OR_LINK,
    bothWays: true,
  },
  {
    name: "a folder to write and a link",
    tool: "paths__fill",
    words: (root) => ["write-dir", `${root}/it`],
    swapper: "exchange",
    swapped: exchanged,
    before: FOLDER_OR_LINK,
    bothWays: true,
  },
  {
    name: "a file to change and a link",
    tool: "paths__change",
    words: (root) => ["write", `${root}/it`],
    swapper: "exchange",
    swapped: exchanged,
    before: FILE_OR_LINK,
    bothWays: true,
  },
  {
    name: "a folder that is made and a link",
    tool: "paths__write",
    words: (root) => ["write", `${root}/it/new/out`],
    swapper: "flicker",
    swapped: (root, outside) => [`${root}/it`, outside],
    bothWays: false,
  },
  {
    name: "the staging folder and a link",
    tool: "paths__change",
    words: (root) => ["write", `${root}/secret`],
    swapper: "stages",
    swapped: (root, outside) => [root, outside],
    before: { secret: "from inside" },
    bothWays: false,
  },
  {
    name: "the file in the staging folder and a link",
    tool: "paths__change",
    words: (root) => ["write", `${root}/secret`],
    swapper: "plants",
    swapped: (root, outside) => [root, `${outside}/secret`, "secret"],
    before: { secret: "from inside" },
    bothWays: false,
  },
];

/** Empties the root, and lays out what a round finds. */
async function layOut(root: string, outside: string, before: Race["before"] = {}) {
  for (const { name } of Deno.readDirSync(root)) {
    await Deno.remove(`${root}/${name}`, { recursive: true });
  }
  for (const [name, what] of Object.entries(before)) {
    if (what === null) await Deno.mkdir(`${root}/${name}`);
    else if (typeof what === "string") await Deno.writeTextFile(`${root}/${name}`, what);
    else await Deno.symlink(what.to(outside), `${root}/${name}`);
  }
}

/** Links themselves hold nothing: what of the root is a file, and what it says. */
async function assertClean(folder: string) {
  for (const [name, text] of Object.entries(await snapshot(folder))) {
    assert(!text.includes(SECRET), `"${name}" holds the secret`);
  }
}

async function run(race: Race, plan: string, world: World, outside: string) {
  const { root } = world;
  await Deno.writeTextFile(`${outside}/secret`, SECRET);
  const before = await snapshot(outside);
  const words = race.words(root);
  const codes = new Map<number, number>();
  await layOut(root, outside, race.before);
  {
    await using _swapper = await Swapper.start(race.swapper, ...race.swapped(root, outside));
    const more = () => race.bothWays && (!codes.has(0) || codes.size < 2);
    const launcher = `${plan}/launch/${race.tool}`;
    for (let round = 0; round < ROUNDS || (more() && round < MOST_ROUNDS); round += AT_ONCE) {
      const said = await Promise.all(
        Array.from(
          { length: AT_ONCE },
          () => launch(launcher, [...words, "--"], { env: { TOOL_PATH: words[1]! } }),
        ),
      );
      for (const { code, stdout, stderr } of said) {
        codes.set(code, (codes.get(code) ?? 0) + 1);
        assert(!`${stdout}${stderr}`.includes(SECRET), `Round ${round}: ${stdout}${stderr}`);
      }
      assertEquals(await snapshot(outside), before, `Round ${round}`);
    }
  }
  await assertClean(root);
  if (race.bothWays) {
    assert(codes.get(0), `No round succeeded: ${JSON.stringify([...codes])}`);
    assert(codes.size > 1, `No round was refused: ${JSON.stringify([...codes])}`);
  }
}

Deno.test("launcher wins every race for a name", async (t) => {
  await using world = await World.make();
  await pathTools(world);
  const outside = `${world.folder}/outside`;
  await Deno.mkdir(outside);
  const plan = await writePlan(world, await thisPerson());
  for (const race of RACES) await t.step(race.name, () => run(race, plan, world, outside));
});
