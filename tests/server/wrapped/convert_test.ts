import { assert, assertEquals } from "@std/assert";
import { main } from "../../../src/cli/main.ts";
import { World } from "../../_world.ts";
import { ended, idOf, Served, texts } from "./_config.ts";

const EXAMPLES = new URL("../../../docs/examples/cli-wrap/", import.meta.url).pathname;

/** Prints its words and variables, in place of programs that want an account. */
const STAND_IN = `#!/bin/sh
printf '<%s>' "$0" "$@" | sed "s,^<.*/,<,"
echo " $GH_PROMPT_DISABLED$CLOUDSDK_CORE_DISABLE_PROMPTS"
`;

/** Calls of the shipped examples: those that are answered, and those that are refused. */
const CALLS: Record<string, [string, unknown][]> = {
  echo: [
    ["echo", { message: "hi there" }],
    ["echo", { message: "-n" }],
    ["echo", {}],
  ],
  github: [
    ["gh-issue-list", { repo: "a/b" }],
    ["gh-issue-list", { repo: "a/b", state: "all", limit: 10 }],
    ["gh-issue-list", { repo: "a/b; id" }],
    ["gh-pr-view", { repo: "a/b", number: 7 }],
    ["gh-pr-view", { repo: "a/b", number: -7 }],
  ],
  gcloud: [
    ["gcloud", { args: ["compute", "instances", "list", "--filter=a b"] }],
    ["gcloud", { args: [] }],
    ["gcloud", { args: ["compute", "Delete"] }],
    ["gcloud", { args: ["--format=yaml"] }],
  ],
};

Deno.test("the examples are served, and converted they answer the same", async () => {
  await using world = await World.make();
  const bin = `${world.folder}/bin`;
  await Deno.mkdir(bin);
  for (const name of ["gh", "gcloud"]) {
    await Deno.writeTextFile(`${bin}/${name}`, STAND_IN, { mode: 0o755 });
    await Deno.chmod(`${bin}/${name}`, 0o755);
  }
  const env = { PATH: `${bin}:${Deno.env.get("PATH")}`, INIT_CWD: world.root };
  const grants = ["sh", "sed"].flatMap((program) =>
    ["github", "gcloud"].flatMap((b) => ["--grant", `${b}:run=${program}`])
  );
  const files = ["echo", "github", "gcloud", "sleep"].map((name) => `${EXAMPLES}${name}.yaml`);
  for (const file of files) assertEquals(await main(["convert", file, "--out", world.defs]), 0);

  const configs = files.flatMap((file) => ["--config", file]);
  await using original = await Served.open(world, [...configs, ...grants], env);
  const bundles = ["echo", "github", "gcloud", "sleeper"].flatMap((name) => ["--bundle", name]);
  const words = ["--spec-dir", world.defs, "--bare-names", ...bundles, ...grants];
  await using converted = await Served.open(world, words, env);
  assertEquals(original.plan.problems.filter((p) => p.level === "error"), []);
  assertEquals(converted.plan.problems.filter((p) => p.level === "error"), []);
  const names = (s: Served) => s.registry.list().map((t) => t.name).sort();
  assertEquals(names(converted), names(original));

  let answered = 0;
  for (const [tool, args] of Object.values(CALLS).flat()) {
    const [a, b] = await Promise.all([original.call(tool, args), converted.call(tool, args)]);
    assertEquals([tool, args, b.isError, texts(b)], [tool, args, a.isError, texts(a)]);
    if (!a.isError) answered++;
  }
  assertEquals(answered, 6);
  assertEquals(texts(await original.call("echo", { message: "x" })), ["x\n"]);
  const states = await Promise.all([original, converted].map(async (s) => {
    const id = idOf(await s.call("nap_start", { seconds: 0 }));
    assert(id !== "");
    return texts(await ended(s, "nap", id));
  }));
  assertEquals(states, [["state: exited with code 0"], ["state: exited with code 0"]]);
});
