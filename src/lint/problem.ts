/**
 * What the linter says: the loader's problems, and notes that are no fault.
 *
 * @module
 */
import type { Problem } from "../spec/problem.ts";

/** How much a finding matters. `info` is said in words and breaks nothing. */
export type Level = "error" | "warning" | "info";

/** One finding. */
export interface Finding extends Omit<Problem, "level"> {
  level: Level;
}

/** In the order of files and lines, each once. */
export function settle(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return [...findings].sort(compare).filter((f) => {
    const key = JSON.stringify([f.file, f.line, f.column, f.rule, f.message]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function compare(a: Finding, b: Finding): number {
  return text(a.file, b.file) || a.line - b.line || a.column - b.column ||
    text(a.rule, b.rule) || text(a.message, b.message);
}

function text(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
