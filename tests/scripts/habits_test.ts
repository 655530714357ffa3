import { assert, assertEquals } from "@std/assert";
import { parse } from "@std/yaml";

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
  assertEquals(named, 4);
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
