/**
 * Findings for programs.
 *
 * @module
 */
import type { Finding } from "../problem.ts";
import { shortPath } from "./place.ts";

/** An array of findings, each with rule, level, file, line, column, message and mend. */
export function jsonReport(findings: readonly Finding[], folder: string): string {
  const list = findings.map(({ rule, level, file, line, column, message, mend }) => ({
    rule,
    level,
    file: shortPath(file, folder),
    line,
    column,
    message,
    mend,
  }));
  return JSON.stringify(list, null, 2) + "\n";
}
