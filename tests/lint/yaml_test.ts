import { assertEquals } from "@std/assert";
import { HEAD, lintSketches, scripted, spotsOf } from "./_lint.ts";

Deno.test("lintBundles() tells what the loader tells", async () => {
  const { findings } = await lintSketches(scripted("echo a\n", { tool: { tool: { nmae: "a" } } }));
  const found = findings.filter((f) => f.rule === "unknown-key");
  assertEquals(found.map((f) => [f.level, f.line, f.column]), [["error", 26, 3]]);
});

Deno.test("lintBundles() tells what the permissions tell", async () => {
  assertEquals(await spotsOf(scripted("echo a\n", { permissions: { run: [] } })), [
    "undeclared-program 29:1",
  ]);
});

Deno.test("lintBundles() finds a file that is not called like its tool", async () => {
  const found = await spotsOf(scripted("echo a\n", { tool: { tool: { name: "b__other" } } }));
  assertEquals(found, ["tool-file-name 3:3"]);
});

Deno.test("lintBundles() finds missing fields of the output", async () => {
  const output = { type: "object", properties: { status: { type: "string" } } };
  const { findings } = await lintSketches(scripted("echo a\n", { tool: { output } }));
  const found = findings.filter((f) => f.rule === "output-fields");
  assertEquals(found.map((f) => f.message), [
    'The output lacks "exit_code", "stdout", "stderr", "command", "execution_time_ms"',
  ]);
  assertEquals(
    await spotsOf(scripted("echo '{}'\n", { tool: { output, execution: { output: "json" } } })),
    [],
  );
});

Deno.test("lintBundles() finds inputs that the description leaves out", async () => {
  const tool = {
    properties: { x: { type: "string", description: "A text." } },
    tool: { description: "/**\n * A tool.\n */" },
  };
  assertEquals(
    (await spotsOf(scripted('echo "$TOOL_X"\n', { tool }))).map((s) => s.split(" ")[0]),
    [
      "param-line",
    ],
  );
});

Deno.test("lintBundles() finds bundles without a manifest", async () => {
  const { findings } = await lintSketches(scripted("echo a\n", { manifest: null }));
  assertEquals(
    findings.filter((f) => f.rule === "manifest-missing").map((f) => f.level),
    ["warning"],
  );
});

Deno.test("lintBundles() wants the smoke test of a tested target", async () => {
  const targets = [{ os: "linux", kernel: "linux", arch: "x86_64", support: "tested" }];
  const tool = { execution: { compatibility: { targets } } };
  const name = "scripts/b__smoke_test__linux_x86_64.sh";
  const without = await spotsOf(scripted("echo a\n", { tool }));
  assertEquals(without.map((s) => s.split(" ")[0]), ["smoke-test-missing"]);
  const files = { [name]: `${HEAD}echo a\n` };
  const chmod = (folder: string) => Deno.chmod(`${folder}/b/${name}`, 0o755);
  assertEquals(await spotsOf(scripted("echo a\n", { tool, files }), chmod), []);
});

Deno.test("lintBundles() finds a missing list of what is required", async () => {
  const change = (folder: string) => {
    const file = `${folder}/b/spec_yaml/b__t.yaml`;
    const text = Deno.readTextFileSync(file);
    Deno.writeTextFileSync(file, text.replace(/ +required: \[\]\n/, ""));
  };
  const found = await spotsOf(scripted("echo a\n"), change);
  assertEquals(found.map((s) => s.split(" ")[0]), ["required-list"]);
});

Deno.test("lintBundles() finds blanks at the ends of lines", async () => {
  assertEquals(await spotsOf(scripted("echo a \necho b\t\n")), [
    "trailing-space 3:7",
    "trailing-space 4:7",
  ]);
});

Deno.test("lintBundles() takes out what a comment with a reason suppresses, and counts it", async () => {
  const reason = await lintSketches(
    scripted('# lint-ignore script-eval: the test is about eval\neval "$TOOL_X"\n', {
      inputs: ["x"],
    }),
  );
  assertEquals(reason.findings.filter((f) => f.rule === "script-eval"), []);
  assertEquals(reason.suppressed, 1);
  const none = await lintSketches(
    scripted('eval "$TOOL_X" # lint-ignore script-eval\n', { inputs: ["x"] }),
  );
  assertEquals(none.findings.filter((f) => f.rule === "script-eval").length, 1);
  const other = await lintSketches(
    scripted('# lint-ignore script-dash: no\neval "$TOOL_X"\n', { inputs: ["x"] }),
  );
  assertEquals([other.findings.filter((f) => f.rule === "script-eval").length, other.suppressed], [
    1,
    0,
  ]);
});
