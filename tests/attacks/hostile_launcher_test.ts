/**
 * A server that has turned against its user can start launchers, with words and variables of
 * its choice. None makes a launcher mount what it must not, or run anything outside the sandbox.
 */
import { assert, assertEquals } from "@std/assert";
import { thisPerson } from "../_user.ts";
import { World } from "../_world.ts";
import { CONTROL, ENVIRONMENTS, plant } from "./_environments.ts";
import { launch, writePlan } from "./_launch.ts";

async function arena() {
  await using stack = new AsyncDisposableStack();
  const world = stack.use(await World.make());
  const outside = `${world.folder}/outside`;
  await Deno.mkdir(outside);
  await Deno.writeTextFile(`${outside}/secret`, "a secret");
  await Deno.writeTextFile(`${world.root}/file`, "inside");
  await Deno.mkdir(`${world.root}/folder`);
  await Deno.symlink(outside, `${world.root}/link`);
  // Says that it ran, under which filter, and what of outside it sees.
  const script = `while read -r name value; do
      [[ $name == Seccomp: ]] && printf 'ran with filter %s\\n' "$value"
    done </proc/self/status
    for path in ${outside}/secret ${world.folder}/state/state/hidden; do
      [[ -e $path ]] && printf 'sees %s\\n' "$path"
    done
    :`;
  const path = (kind: string) => ({ type: "string", path: kind });
  await world.bundle("hostile", {
    permissions: { run: ["bash", "ln", "mv"] },
    tools: {
      hostile__plain: { script },
      hostile__words: {
        properties: { one: { type: "string" } },
        script,
        execution: {
          script: { path: "./scripts/hostile__words.sh", interpreter: "bash", args: ["{{one}}"] },
          env: {},
        },
      },
      hostile__read: {
        properties: { a: path("read") },
        script: script.replace(/\n.*RESULT.*/, ""),
      },
      hostile__links: {
        properties: { a: path("write-dir") },
        script:
          `ln -s / "$TOOL_RESULT_DIR/link"; ln -s / /tmp/link; mv /tmp/link "$TOOL_RESULT_DIR/"
          echo done`,
      },
      hostile__free_links: {
        properties: { a: path("write-dir") },
        script: `ln -s / "$TOOL_A/link"`,
      },
      hostile__paths: {
        properties: { a: path("read-dir"), b: path("write"), c: path("write-dir") },
        // What names this variable gets a folder for results.
        script: `${script} "\${TOOL_RESULT_DIR-}"`,
      },
    },
  });
  const plan = await writePlan(world, await thisPerson());
  const results = `${world.state}/state/results`;
  await Deno.mkdir(`${results}/call`, { recursive: true });
  await Deno.writeTextFile(`${world.state}/state/hidden`, "");
  const evil = `${world.state}/state/evil`;
  await plant(evil);
  const run = (tool: string, words: string[], env: Record<string, string> = {}) =>
    launch(`${plan}/launch/hostile__${tool}`, words, { env });
  const moved = stack.move();
  return {
    ...{ root: world.root, state: world.state, outside, results, evil, plan, run },
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

type Place = Awaited<ReturnType<typeof arena>>;

/** Whether anything planted was run outside. */
function pwned({ evil }: Place): boolean {
  return [...Deno.readDirSync(evil)].some((e) => e.name === "pwned");
}

/** Words that each launcher must refuse: [tool, words]. */
function wrongWords({ root, outside, state, results, plan, evil }: Place): [string, string[]][] {
  const touch = `$(touch ${evil}/pwned)`;
  return [
    ["read", ["read", `${outside}/secret`, "--"]],
    ["read", ["read", "/etc/passwd", "--"]],
    ["read", ["read", "/", "--"]],
    ["read", ["read", `${root}/link/secret`, "--"]],
    ["read", ["read", `${root}/../outside/secret`, "--"]],
    ["read", ["read", `${root}/./file`, "--"]],
    ["read", ["read", `${root}//file`, "--"]],
    ["read", ["read", "file", "--"]],
    ["read", ["read", "", "--"]],
    ["read", ["read", plan, "--"]],
    ["read", ["read", `${state}/state`, "--"]],
    ["read", ["read-dir", `${root}/folder`, "--"]],
    ["read", ["write", `${root}/out`, "--"]],
    ["read", ["result", `${results}/call`, "--"]],
    ["read", ["fixed", "0", "--"]],
    ["read", ["--bind", "/", "--"]],
    ["read", ["read", `${root}/file`, "--bind", "/", "--"]],
    ["read", ["read", `${root}/file`]],
    ["read", ["read"]],
    ["read", []],
    ["read", ["--", "1", "more"]],
    ["read", ["--", "--bind", "/", "/"]],
    ["plain", ["read", `${root}/file`, "--"]],
    ["plain", ["--", "x"]],
    ["plain", []],
    ["words", ["--"]],
    ["words", ["--", "0"]],
    ["words", ["--", "2", "a", "b"]],
    ["words", ["--", "1"]],
    ["words", ["--", "1", "a", "1", "b"]],
    ["words", ["--", "01", "a"]],
    ["words", ["--", "1 ", "a"]],
    ["words", ["--", `x[${touch}]`, "a"]],
    ["words", ["--", touch, "a"]],
    ["paths", ["fixed", `x[${touch}]`, "--"]],
    ["paths", ["fixed", "-1", "--"]],
    ["paths", ["fixed", "00", "--"]],
    ["paths", ["write", `${outside}/new`, "--"]],
    ["paths", ["write", `${root}/link/new`, "--"]],
    ["paths", ["write", `${root}/..`, "--"]],
    ["paths", ["write", `${root}/folder/../../outside/new`, "--"]],
    ["paths", ["write", `${root}/.git`, "--"]],
    ["paths", ["write", `${root}/new/../../outside/new`, "--"]],
    ["paths", ["write-dir", outside, "--"]],
    ["paths", ["write-dir", `${root}/new/../../outside/new`, "--"]],
    ["paths", ["write-dir", `${root}/folder`, "write-dir", root, "--"]],
    ["paths", ["result", "/etc", "--"]],
    ["paths", ["result", results, "--"]],
    ["paths", ["result", `${results}/..`, "--"]],
    ["paths", ["result", `${results}/call/../..`, "--"]],
    ["paths", ["result", `${results}/call/`, "--"]],
    ["paths", ["result", `${state}/plans`, "--"]],
    ["paths", ["again", "--"]],
    ["paths", ["again", "1", "--"]],
    ["paths", ["again", "0", "--"]],
    ["paths", ["again", "", "--"]],
    ["paths", ["again", `x[${touch}]`, "--"]],
  ];
}

Deno.test("launcher refuses words that it was not made for", async (t) => {
  await using place = await arena();
  for (const [tool, words] of wrongWords(place)) {
    await t.step(`${tool} ${JSON.stringify(words).replaceAll(place.root, "")}`, async () => {
      const { code, stdout, stderr } = await place.run(tool, words);
      assertEquals(code, 125, stderr);
      assert(!stdout.includes("ran"), stdout);
      assert(!pwned(place));
    });
  }
  assertEquals([...Deno.readDirSync(place.outside)].map((e) => e.name), ["secret"]);
  assertEquals(
    [...Deno.readDirSync(place.root)].map((e) => e.name).sort(),
    ["file", "folder", "link"],
  );
});

Deno.test("launcher takes the words that it was made for, so that the test above can fail", async () => {
  await using place = await arena();
  const { root, results, run } = place;
  const good: [string, string[]][] = [
    ["plain", ["--"]],
    ["words", ["--", "1", "a"]],
    ["read", ["read", `${root}/file`, "--"]],
    ["paths", ["read-dir", `${root}/folder`, "--"]],
    ["paths", ["write-dir", root, "result", `${results}/call`, "--"]],
    ["paths", ["write", `${root}/new/out`, "--"]],
  ];
  for (const [tool, words] of good) {
    const { stdout, stderr } = await run(tool, words);
    assertEquals(stdout, "ran with filter 2\n", stderr);
  }
});

Deno.test("tool makes no link in the state, which a server without a fence of its own would follow", async () => {
  await using place = await arena();
  const { root, results, run } = place;
  const { stdout, stderr } = await run("links", ["result", `${results}/call`, "--"], {
    TOOL_RESULT_DIR: `${results}/call`,
  });
  assertEquals(stdout, "done\n", stderr);
  assertEquals([...Deno.readDirSync(`${results}/call`)], []);
  // Where a tool has no such folder, links are what they always are.
  const free = await run("free_links", ["write-dir", `${root}/folder`, "--"], {
    TOOL_A: `${root}/folder`,
  });
  assertEquals(free.code, 0, free.stderr);
  assert(Deno.lstatSync(`${root}/folder/link`).isSymlink);
});

Deno.test("launcher runs nothing of its environment outside the sandbox", async (t) => {
  await using place = await arena();
  const { root, outside, evil, run } = place;
  for (const [name, variables] of Object.entries(ENVIRONMENTS(evil))) {
    await t.step(name, async () => {
      const good: [string, string[]][] = [
        ["plain", ["--"]],
        ["read", ["read", `${root}/file`, "--"]],
        ["paths", ["write", `${root}/new/out`, "--"]],
        ["paths", ["write-dir", root, "--"]],
      ];
      for (const [tool, words] of good) {
        const { code, stdout, stderr } = await run(tool, words, variables);
        assert(!pwned(place), `${tool}: ${stderr}`);
        // A launcher that is confused may refuse, and the tool's own shell may take what it
        // is given: what counts is that all that runs runs confined.
        assertEquals(stdout.replace(/^ran with filter 2\n/, ""), "", `${tool} ${code}: ${stderr}`);
      }
      for (const words of [["read", `${outside}/secret`, "--"], ["read", `${root}/link`, "--"]]) {
        const { code, stdout, stderr } = await run("read", words, variables);
        assert(code !== 0, stderr);
        assertEquals(stdout, "", stderr);
        assert(!pwned(place), stderr);
      }
    });
  }
});

Deno.test("a script that takes its environment as it comes runs what is planted", async (t) => {
  await using place = await arena();
  for (const [name, { script, variables }] of Object.entries(CONTROL(place.evil))) {
    await t.step(name, async () => {
      const path = `${place.evil}/control`;
      await Deno.writeTextFile(path, script, { mode: 0o755 });
      await launch(path, [], { env: variables });
      assert(pwned(place));
      await Deno.remove(`${place.evil}/pwned`);
      await Deno.remove(path);
    });
  }
});
