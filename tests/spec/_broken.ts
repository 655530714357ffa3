/** Good files, and edits that break exactly one rule at a marked place. */
import { assertEquals } from "@std/assert";
import { formatProblem, type Problem } from "../../src/spec/problem.ts";
import type { RuleId } from "../../src/spec/rules.ts";

/** One broken file: the good one with `find` replaced; `▸` in `put` marks where the problem stands. */
export interface Broken {
  rule: RuleId;
  find: string;
  put: string;
}

/** Splits a marked text into the text and the place of its mark, counting from 1. */
export function unmark(marked: string): { text: string; line: number; column: number } {
  const before = marked.slice(0, marked.indexOf("▸")).split("\n");
  return { text: marked.replace("▸", ""), line: before.length, column: before.at(-1)!.length + 1 };
}

/** Applies one edit to a good file. */
export function breakFile(good: string, { find, put }: Broken): ReturnType<typeof unmark> {
  if (good.split(find).length !== 2) throw new Error(`"${find}" must stand once in the good file`);
  if (put.split("▸").length !== 2) throw new Error(`"${put}" must have one mark`);
  return unmark(good.replace(find, () => put));
}

/** Asserts that a file has one problem: this rule, here, in the house's form. */
export function assertOnly(problems: Problem[], rule: string, line: number, column: number) {
  const shown = problems.map(formatProblem).join("\n");
  assertEquals(problems.map((p) => [p.rule, p.line, p.column]), [[rule, line, column]], shown);
  for (const { message, mend } of problems) {
    assertEquals(/^["A-Z]/.test(message), true, message);
    assertEquals(/[.?!]$/.test(message) || /[.?!]$/.test(mend), false, `${message} / ${mend}`);
  }
}

/** A small tool without a fault. */
export const GOOD_TOOL = `apiVersion: v1
tool:
  name: demo__convert
  title: Convert
  description: |-
    /**
     * Convert a file.
     * @param input_path File to read.
     */
  input:
    properties:
      input_path:
        type: string
        path: read
      level:
        type: integer
        description: How hard to try.
        minimum: 1
        maximum: 9
        default: 5
    required: [input_path]
  output: {type: object}
execution:
  script:
    path: ./scripts/demo__convert.sh
    interpreter: bash
    args: ["{{level}}"]
  env:
    static: {DEMO: "1"}
    fromParams:
      TOOL_INPUT_PATH: input_path
  compatibility: {targets: [{os: linux, kernel: linux, arch: x86_64, support: tested}]}
  timeoutMs: 1000
  taskMode: sync
  permissions:
    net: [example.com]
`;

/** A small manifest without a fault. */
export const GOOD_MANIFEST = `apiVersion: v1
bundle: {name: demo, version: 1.0.0, description: A demonstration.}
permissions:
  run: [bash, {name: ffprobe, optional: true}]
  env: [DEMO_DIR]
  read: [/usr/share/demo]
  home: [.config/demo]
  net: [example.com]
  host: [hardware]
healthz: [bash]
limits: {pids: 8}
sandbox: required
`;
