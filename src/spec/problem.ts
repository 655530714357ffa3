/**
 * A fault found in a file: what is wrong, where, and how to mend it.
 *
 * @module
 */

/** One fault. `line` and `column` count from 1. */
export interface Problem {
  /** Stable id, as in `docs/reference/rules.md`: `tool-name`, `unknown-key`, … */
  rule: string;
  level: "error" | "warning";
  file: string;
  line: number;
  column: number;
  /** What is wrong, with the value in double quotes. Sentence case, no full stop at the end. */
  message: string;
  /** What to do about it. Sentence case, no full stop at the end. */
  mend: string;
}

/** `file:line:column: level rule: message (mend)`: one line a person and an editor can follow. */
export function formatProblem(problem: Problem): string {
  const { file, line, column, level, rule, message, mend } = problem;
  return `${file}:${line}:${column}: ${level} ${rule}: ${message}. ${mend}.`;
}

/** Whether any of the problems is an error. */
export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some((p) => p.level === "error");
}
