import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { HEAD, scripted } from "../lint/_lint.ts";
import { World } from "../_world.ts";

const MAIN = new URL("../../src/cli/main.ts", import.meta.url).pathname;
const ROOT = new URL("../../", import.meta.url).pathname;

/** Runs `lint` with what its task gives it. */
async function lint(args: string[], env: Record<string, string> = {}, more: string[] = []) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      "--allow-read",
      "--allow-env",
      "--allow-run=shellcheck",
      ...more,
      MAIN,
      "lint",
      ...args,
    ],
    cwd: ROOT,
    env: { DENO_NO_UPDATE_CHECK: "1", INIT_CWD: "", ...env },
  }).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

Deno.test("lint finds no error and no warning in the shipped bundles", async () => {
  const { code, stdout } = await lint(["--format", "json"]);
  const findings = JSON.parse(stdout) as { level: string; rule: string }[];
  assertEquals(findings.filter((f) => f.level !== "info"), []);
  assertEquals(code, 0);
});

Deno.test("lint runs shellcheck, and says its code with line and column", async () => {
  await using world = await World.make();
  const folder = await world.bundle("b", scripted("x=$(ls)\necho $x\ncd /\n").b!);
  const { code, stdout } = await lint([folder, "--format", "json"]);
  const found =
    (JSON.parse(stdout) as { rule: string; line: number; column: number; message: string }[])
      .filter((f) => f.rule === "shellcheck");
  assertEquals(found.map((f) => [f.line, f.column, f.message.split(":")[0]]), [[4, 6, "SC2086"]]);
  assertEquals(code, 1);
});

Deno.test("lint says once that shellcheck is missing", async () => {
  await using world = await World.make();
  await world.bundle("a", { tools: { a__t: { script: `${HEAD}echo a\n` } } });
  await world.bundle("b", { tools: { b__t: { script: `${HEAD}echo a\n` } } });
  const { code, stdout } = await lint([world.defs], { PATH: "/nowhere" });
  assertEquals(stdout.split("shellcheck-missing").length - 1, 1);
  assertEquals(code, 0);
});

Deno.test("lint --fix mends run bits, blanks and missing lists, and nothing else", async () => {
  await using world = await World.make();
  const folder = await world.bundle("b", scripted('echo "$TOOL_X" \n', { inputs: ["x"] }).b!);
  const yaml = `${folder}/spec_yaml/b__t.yaml`;
  const script = `${folder}/scripts/b__t.sh`;
  await Deno.writeTextFile(yaml, (await Deno.readTextFile(yaml)).replace(/ +required: \[\]\n/, ""));
  await Deno.chmod(script, 0o644);
  const { code, stderr } = await lint([folder, "--fix"], {}, [`--allow-write=${folder}`]);
  assertStringIncludes(stderr, "3 of 3 fixes applied");
  assertStringIncludes(stderr, "0 errors, 0 warnings");
  assertEquals(code, 0);
  assertEquals(await Deno.readTextFile(script), `${HEAD}echo "$TOOL_X"\n`);
  assert(((await Deno.stat(script)).mode! & 0o111) !== 0);
  assertStringIncludes(await Deno.readTextFile(yaml), "    required: []\n    properties:");
});

Deno.test("lint ends with 2 when it could not run", async () => {
  const none = await lint(["/nowhere/b"]);
  assertEquals([none.code, none.stdout], [2, ""]);
  assertStringIncludes(none.stderr, 'There is nothing at "/nowhere/b"');
  assertEquals((await lint(["--format", "xml"])).code, 2);
});

Deno.test("lint prints SARIF and annotations", async () => {
  await using world = await World.make();
  const folder = await world.bundle("b", scripted('eval "$TOOL_X"\n', { inputs: ["x"] }).b!);
  const sarif = JSON.parse((await lint([folder, "--format", "sarif"])).stdout);
  assertEquals(sarif.runs[0].results.map((r: { ruleId: string }) => r.ruleId), [
    "wide-grant",
    "script-eval",
  ]);
  const github = await lint([folder, "--format", "github"]);
  assertStringIncludes(github.stdout, "line=3,col=1,title=script-eval::");
});
