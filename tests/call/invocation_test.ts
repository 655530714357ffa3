import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { type Invocation, renderInvocation } from "../../src/call/invocation.ts";
import type { ArgumentValues } from "../../src/call/values.ts";
import type { PlanTool, Slot } from "../../src/plan/types.ts";
import type { Parameter } from "../../src/spec/types.ts";
import { parameter } from "./_parameter.ts";
import { planTool } from "./_plan_tool.ts";

const noVariable = () => undefined;

function render(
  tool: PlanTool,
  values: ArgumentValues,
  env: (name: string) => string | undefined = noVariable,
  extra: Record<string, string> = {},
): Invocation {
  const rendered = renderInvocation(tool, values, env, extra);
  assert("invocation" in rendered, "fault" in rendered ? rendered.fault : "");
  return rendered.invocation;
}

function fault(tool: PlanTool, values: ArgumentValues): string {
  const rendered = renderInvocation(tool, values, noVariable, {});
  assert("fault" in rendered, "there is no fault");
  return rendered.fault;
}

/** A tool whose words are `prog`, then the given ones, where a slot stands for itself. */
function toolOf(words: (string | Slot)[], parameters: Parameter[], more: Partial<PlanTool> = {}) {
  return planTool({
    parameters,
    display: ["prog", ...words.map((w) => typeof w === "string" ? w : null)],
    slots: words.filter((w) => typeof w !== "string"),
    ...more,
  });
}

const template = (text: string): Slot => ({ kind: "template", text });
const argv = (element: string): Slot => ({ kind: "argv", element });

Deno.test("renderInvocation() lets the later of runtime, static and parameters win", () => {
  const tool = planTool({
    parameters: [parameter({ name: "p" }), parameter({ name: "q" })],
    env: {
      defaults: { A: "default", B: "default", C: "default", D: "default" },
      fromRuntime: { A: ["UNSET", "EMPTY", "SET", "OTHER"], B: ["SET"], C: ["SET"], X: ["UNSET"] },
      static: { B: "static {{p}}", C: "static {{q}}" },
      fromParams: { C: "p", D: "q" },
      fixed: { E: "in the launcher" },
    },
  });
  const env = (name: string) => ({ EMPTY: "", SET: "set", OTHER: "other" })[name];
  assertEquals(render(tool, { p: "value" }, env, { TOOL_RESULT_DIR: "/r" }).env, {
    A: "set",
    B: "static value",
    C: "value",
    D: "default",
    TOOL_RESULT_DIR: "/r",
  });
  assertEquals(render(tool, { p: "" }, env).env.C, "");
  assertEquals(render(tool, {}).env, {
    A: "default",
    B: "static ",
    C: "static ",
    D: "default",
  });
});

Deno.test("renderInvocation() gives each type its one text", () => {
  const tool = planTool({
    env: {
      defaults: {},
      fromRuntime: {},
      static: {},
      fromParams: { B: "b", N: "n", L: "l", S: "s", T: "toString", C: "constructor" },
      fixed: {},
    },
  });
  const values = { b: false, n: 1e-7, l: ["a b", '"'], s: "{{n}} $(x) `y`" };
  assertEquals(render(tool, values).env, {
    B: "false",
    N: "0.0000001",
    L: '["a b","\\""]',
    S: "{{n}} $(x) `y`",
  });
});

Deno.test("renderInvocation() gives the child its stdin, empty when the parameter is absent", () => {
  const tool = planTool({ stdin: "text", parameters: [parameter({ name: "text" })] });
  assertEquals(render(tool, { text: "ä\n" }).stdin, new TextEncoder().encode("ä\n"));
  assertEquals(render(tool, {}).stdin, new Uint8Array(0));
  assertEquals(render(planTool({ stdin: "constructor" }), {}).stdin, new Uint8Array(0));
  assertEquals(render(planTool(), {}).stdin, undefined);
});

Deno.test("renderInvocation() refuses a value that a program would read as an option", () => {
  const text = parameter({ name: "x" });
  const path = parameter({ name: "x", path: "read" });
  assertStringIncludes(fault(toolOf([template("{{x}}")], [text]), { x: "-rf" }), '"x" is "-rf"');
  assertStringIncludes(fault(toolOf([argv("{x}")], [path]), { x: "-" }), 'can begin with "./"');
  assertStringIncludes(
    fault(toolOf([argv("{x}")], [parameter({ name: "x", type: "array" })]), { x: ["a", "--b"] }),
    '"x" is "--b"',
  );
  const fine: [(string | Slot)[], Parameter, ArgumentValues][] = [
    [[template("--x={{x}}")], text, { x: "-rf" }],
    [[template("-{{x}}")], text, { x: "-rf" }],
    [["--", argv("{x}")], text, { x: "-rf" }],
    [["--", argv("{x}"), argv("{x}")], text, { x: "-rf" }],
    [[argv("{x}")], parameter({ name: "x", allowDashPrefix: true }), { x: "-rf" }],
    [[argv("{x}")], parameter({ name: "x", type: "integer" }), { x: -5 }],
    [[template("a{{x}}")], text, { x: "-rf" }],
  ];
  for (const [words, p, values] of fine) render(toolOf(words, [p]), values);
  // What comes after the dashes is no reason to trust what came before.
  assertStringIncludes(fault(toolOf([argv("{x}"), "--"], [text]), { x: "-rf" }), '"x" is "-rf"');
  assertStringIncludes(fault(toolOf([argv("{x}"), "--", argv("{x}")], [text]), { x: "-a" }), "-a");
});

Deno.test("renderInvocation() refuses what no program can be started with, by its name", () => {
  const tool = planTool({
    env: { defaults: {}, fromRuntime: {}, static: {}, fromParams: { BIG: "x" }, fixed: {} },
  });
  assertStringIncludes(fault(tool, { x: "y".repeat(131_072) }), 'The variable "BIG" with its name');
  render(tool, { x: "y".repeat(131_072 - "BIG=".length - 1) });
  const cmd = toolOf([{ kind: "line", quoting: "cmd", elements: ["prog", "{{x}}"] }], []);
  assertStringIncludes(fault(cmd, { x: "%PATH%" }), "Cannot quote");
});

Deno.test("renderInvocation() writes a line for a shell with one call operator and each word quoted", () => {
  const line = (quoting: "pwsh" | "cmd"): Slot => ({
    kind: "line",
    quoting,
    elements: ["prog", "-a", "{{x}}"],
  });
  const x = parameter({ name: "x" });
  const pwsh = render(toolOf([line("pwsh")], [x]), { x: "it's $(y); z" });
  assertEquals(pwsh.slots, [["& 'prog' '-a' 'it''s $(y); z'"]]);
  assertEquals(render(toolOf([line("cmd")], [x]), { x: "a b" }).slots, [['""prog" "-a" "a b""']]);
});

// Everything that a shell, a template or a list could take for its own.
const nasty = fc.string({
  unit: fc.constantFrom(
    "a",
    " ",
    "\t",
    "\n",
    "'",
    '"',
    "\\",
    "$",
    "`",
    "{",
    "}",
    ",",
    ";",
    "*",
    "ä",
    "-",
  ),
  maxLength: 12,
});

Deno.test("renderInvocation() keeps every value in its own slot, whatever it holds", () => {
  const dashed = (name: string, more: Partial<Parameter> = {}) =>
    parameter({ name, allowDashPrefix: true, ...more });
  const tool = toolOf(
    [
      "fixed",
      template("{{one}}"),
      template("--two={{ two }}:{{one}}"),
      argv("{many}"),
      argv("x{{{two}}}"),
      argv("{one}"),
    ],
    [dashed("one"), dashed("two"), dashed("many", { type: "array" })],
    {
      env: {
        defaults: {},
        fromRuntime: {},
        static: { S: "<{{two}}>" },
        fromParams: { O: "one", M: "many" },
        fixed: {},
      },
    },
  );
  fc.assert(fc.property(nasty, nasty, fc.array(nasty, { maxLength: 4 }), (one, two, many) => {
    const { slots, env } = render(tool, { one, two, many });
    assertEquals(slots, [[one], [`--two=${two}:${one}`], many, [`x{${two}}`], [one]]);
    assertEquals(env, { S: `<${two}>`, O: one, M: JSON.stringify(many) });
  }));
});
