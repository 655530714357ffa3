/** Broken tools that are no small edit of the good one; `▸` marks where the problem stands. */
import type { RuleId } from "../../src/spec/rules.ts";

const NO_INPUT = `apiVersion: v1
tool:
  name: demo__run
  description: |-
    /**
     * Run it.
     */
  input: {properties: {}}
`;

const tool = (properties: string, execution: string) =>
  `apiVersion: v1
tool:
  name: demo__run
  description: |-
    /**
     * Run it.
     */
  input:
    properties:
      ${properties}
execution:
  ${execution}
`;

const BOMB = `a: &a [x, x, x, x, x, x, x, x, x]
b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]
c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]
d: [*c, *c, *c, *c, *c, *c, *c, *c, *c]
`;

/** Whole files that break one rule. */
export const BROKEN_WHOLE: { rule: RuleId; marked: string }[] = [
  { rule: "wrong-type", marked: "▸" },
  { rule: "wrong-type", marked: "▸- a list\n" },
  { rule: "yaml-alias-bomb", marked: BOMB.replace("c: &c [*b, ", "c: &c [▸*b, ") },
  { rule: "yaml-too-large", marked: `▸# ${"x".repeat(300_000)}` },
  {
    rule: "yaml-ambiguous",
    marked: `%YAML 1.1\n---\n${NO_INPUT}execution: {script: {path: a.sh}, progress: ▸yes}\n`,
  },
  {
    rule: "yaml-ambiguous",
    marked: `${NO_INPUT}execution: {script: {path: !!binary aGVsbG8=▸}}\n`,
  },
  { rule: "missing-field", marked: `▸${NO_INPUT}` },
  {
    rule: "missing-field",
    marked: `${
      NO_INPUT.replace("  input: {properties: {}}", "  ▸input: {}")
    }execution: {script: {path: a.sh}}\n`,
  },
  { rule: "missing-field", marked: `${NO_INPUT}execution: {▸script: {interpreter: bash}}\n` },
  {
    rule: "missing-field",
    marked: tool("▸x: {description: X.}", "command: {executable: demo, args: ['{{x}}']}"),
  },
  { rule: "program-choice", marked: `${NO_INPUT}▸execution: {}\n` },
  { rule: "empty-value", marked: `${NO_INPUT}execution: {argv: ▸[]}\n` },
  {
    rule: "empty-value",
    marked: `${NO_INPUT}execution: {builtin: list, env: {fromRuntime: {A: ▸[]}}}\n`,
  },
  {
    rule: "output-schema",
    marked: `${NO_INPUT}  ▸output: {title: X}\nexecution: {builtin: list, output: json}\n`.replace(
      "▸output: {title",
      "output: ▸{title",
    ),
  },
  {
    rule: "output-schema",
    marked: `${NO_INPUT}  output: {type: ▸array}\nexecution: {builtin: list, output: json}\n`,
  },
  {
    rule: "argv-array",
    marked: tool("x: {type: array, description: X.}", "argv: [demo, ▸'--x={x}']"),
  },
  {
    rule: "argv-optional",
    marked: tool("x: {type: string, description: X.}", "argv: [demo, ▸'{x}']"),
  },
  { rule: "unused-input", marked: tool("▸x: {type: string, description: X.}", "argv: [demo]") },
  {
    rule: "unused-input",
    marked: tool("▸x: {type: string, description: X.}", "argv: [demo, '{{x}}']"),
  },
  {
    rule: "healthz-input",
    marked: tool("▸x: {type: string, description: X.}", "builtin: list").replace(
      "demo__run",
      "demo__healthz",
    ),
  },
];
