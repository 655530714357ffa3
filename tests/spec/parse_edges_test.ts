import { assert, assertEquals } from "@std/assert";
import { parseToolSpec } from "../../src/spec/parse.ts";
import type { ToolSpec } from "../../src/spec/types.ts";
import { GOOD_TOOL } from "./_broken.ts";

function parsed(text: string): ToolSpec {
  const { spec, problems } = parseToolSpec(text, "tool.yaml");
  assertEquals(problems, []);
  assert(spec !== undefined);
  return spec;
}

const rules = (text: string) => parseToolSpec(text, "tool.yaml").problems.map((p) => p.rule);

Deno.test("parseToolSpec() keeps yes, no and on as texts", () => {
  const spec = parsed(GOOD_TOOL.replace('{DEMO: "1"}', "{A: yes, B: no, C: on}"));
  assertEquals(spec.env.static, { A: "yes", B: "no", C: "on" });
});

Deno.test("parseToolSpec() follows anchors and aliases", () => {
  const text = GOOD_TOOL.replace("title: Convert", "title: &t Convert").replace('"1"', "*t");
  assertEquals(parsed(text).env.static, { DEMO: "Convert" });
});

Deno.test("parseToolSpec() reads argv, command and builtin programs", () => {
  const script = GOOD_TOOL.slice(GOOD_TOOL.indexOf("  script:"), GOOD_TOOL.indexOf("  env:"));
  const program = (text: string) => parsed(GOOD_TOOL.replace(script, text)).program;
  assertEquals(program("  argv: [demo, '{level}', '{{x}}']\n"), {
    kind: "argv",
    argv: ["demo", "{level}", "{{x}}"],
  });
  assertEquals(program("  command: {executable: /usr/bin/demo, args: ['{{level}}']}\n"), {
    kind: "command",
    executable: "/usr/bin/demo",
    args: ["{{level}}"],
  });
  assertEquals(program("  builtin: job_list\n"), { kind: "builtin", name: "job_list" });
  const both = parsed(GOOD_TOOL.replace(script, "  builtin: job_start\n  argv: [demo]\n"));
  assertEquals([both.builtin, both.program.kind], ["job_start", "argv"]);
});

Deno.test("parseToolSpec() leaves the templates of other programs as text", () => {
  const text = GOOD_TOOL.replace('["{{level}}"]', `["{{level}}", "{{.Names}}", "{{json .}}"]`);
  assertEquals(rules(text), []);
});

Deno.test("parseToolSpec() accepts an optional whole-element array without a default", () => {
  const text = GOOD_TOOL.replace(/ {2}script:[^]*level}}"\]\n/, "  argv: [demo, '{level}']\n")
    .replace(/type: integer[^]*?default: 5/, "type: array\n        description: Words.");
  assertEquals(rules(text), []);
});

Deno.test("parseToolSpec() reports all problems of a file in the order of the file", () => {
  const text = GOOD_TOOL.replace("demo__convert\n  title", "Demo\n  titel")
    .replace("type: integer", "type: int")
    .replace("[input_path]", "[gone]")
    .replace("interpreter: bash", "interpreter: bash -x")
    .replace("TOOL_INPUT_PATH", "LD_PRELOAD")
    .replace("timeoutMs: 1000", "timeoutMs: 0")
    .replace("[example.com]", "[http://example.com, 10.0.0.1]");
  assertEquals(rules(text), [
    "tool-name",
    "unknown-key",
    "wrong-value",
    "required-undeclared",
    "program-name",
    "env-hijack",
    "timeout",
    "permission-net",
    "permission-net-private",
  ]);
});

Deno.test("parseToolSpec() proposes the key, value and input that was meant", () => {
  const mend = (from: string, to: string) =>
    parseToolSpec(GOOD_TOOL.replace(from, to), "tool.yaml").problems.map((p) => p.mend);
  assertEquals(mend("timeoutMs: 1000", "timeout_ms: 1000"), ['Did you mean "timeoutMs"']);
  assertEquals(mend("taskMode: sync", "taskMode: asinc"), ['Did you mean "async"']);
  assertEquals(mend("TOOL_INPUT_PATH: input_path", "A: input_path\n      B: input_pth"), [
    'Did you mean "input_path"',
  ]);
});
