/**
 * Problems of a declaration, at the line that it stands on.
 *
 * @module
 */
import type { Problem } from "../spec/problem.ts";
import type { Position } from "../spec/types.ts";
import type { Origin } from "./grant.ts";
import type { PolicyRuleId } from "./rules.ts";

/** An error at the place that a grant comes from. */
export function problemAt(
  rule: PolicyRuleId,
  origin: Origin,
  message: string,
  mend: string,
): Problem {
  return { rule, level: "error", file: origin.file, line: origin.line, column: 1, message, mend };
}

/** The line of a field, or of the nearest field around it that has one. */
export function lineOf(positions: Record<string, Position>, path: string): number {
  let at = path;
  while (true) {
    const found = positions[at];
    if (found) return found.line;
    const dot = at.lastIndexOf(".");
    if (dot < 0) return 1;
    at = at.slice(0, dot);
  }
}
