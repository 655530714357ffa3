import { assert, assertEquals } from "@std/assert";
import { parse } from "@std/yaml";
import { World } from "../_world.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

Deno.test("workflow, issue forms and hooks are YAML, and run tasks that there are", () => {
  const tasks: string[] = Object.keys(JSON.parse(Deno.readTextFileSync(`${ROOT}deno.json`)).tasks);
  const files = [".pre-commit-hooks.yaml", ".github/workflows/ci.yml"];
  for (const { name } of Deno.readDirSync(`${ROOT}.github/ISSUE_TEMPLATE`)) {
    files.push(`.github/ISSUE_TEMPLATE/${name}`);
  }
  let named = 0;
  for (const file of files) {
    const text = Deno.readTextFileSync(ROOT + file);
    assert(parse(text), file);
    for (const [, version, task] of text.matchAll(/deno@(\S+) task (?:--quiet )?([\w-]+)/g)) {
      named++;
      assert(tasks.includes(task!), `${file}: ${task}`);
      // One version of Deno everywhere.
      assert(Deno.readTextFileSync(`${ROOT}README.md`).includes(`deno@${version} `), file);
    }
  }
  assertEquals(named, 3);
});

Deno.test("the hook of pre-commit checks the repository that it is run in", async () => {
  await using world = await World.make();
  await world.bundle("mine", {
    tools: { mine__say: { script: "echo hi", properties: { x: { type: "string" } } } },
  });
  // npx would fetch the Deno that runs the tests.
  await Deno.writeTextFile(
    `${world.folder}/npx`,
    `#!/bin/sh\nshift 2\nexec "${Deno.execPath()}" "$@"\n`,
  );
  await Deno.chmod(`${world.folder}/npx`, 0o755);
  const { code, stdout } = await new Deno.Command(`${ROOT}scripts/lint_hook.sh`, {
    cwd: world.defs,
    env: {
      PATH: `${world.folder}:${Deno.execPath().replace(/\/[^/]*$/, "")}:${Deno.env.get("PATH")}`,
    },
  }).output();
  const text = new TextDecoder().decode(stdout);
  assertEquals(code, 1, text);
  assert(text.includes("mine/spec_yaml/mine__say.yaml:"), text);
});

Deno.test("deno publish takes the package with one known warning, and leaves the tests out", async () => {
  const { code, stderr, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["publish", "--dry-run", "--allow-dirty", "--no-check"],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
  }).output();
  const text = new TextDecoder().decode(stderr) + new TextDecoder().decode(stdout);
  assertEquals(code, 0, text);
  assert(text.includes("/mod.ts") && text.includes("/bundles/shell/bundle.yaml"), text);
  assert(!text.includes("/tests/") && !text.includes("slow-type"), text);
  // The grammar of bash is found by a name that is put together: the import map's, which publishing does not rewrite.
  const warnings = [...text.matchAll(/^warning\[(.*?)\]/gm)].map((m) => m[1]);
  assertEquals(warnings, ["unanalyzable-import-meta-resolve"], text);
});
