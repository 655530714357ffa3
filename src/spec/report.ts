/**
 * Collects the problems of one file.
 *
 * @module
 */
import type { Position } from "./types.ts";
import type { Problem } from "./problem.ts";
import { type RuleId, ruleOf } from "./rules.ts";
import type { YamlSource } from "./yaml_source.ts";

/** The problems of one file, each put at the place of a field. */
export class Report {
  readonly problems: Problem[] = [];

  constructor(readonly source: YamlSource) {}

  /** A problem of a field's value. The mend is the rule's own unless one is given. */
  value(rule: RuleId, path: string, message: string, mend?: string) {
    this.#add(rule, this.source.valueAt(path), message, mend);
  }

  /** A problem of a field's key, or of a field as a whole. */
  key(rule: RuleId, path: string, message: string, mend?: string) {
    this.#add(rule, this.source.keyAt(path), message, mend);
  }

  /** A problem of a text inside a field's value. */
  text(rule: RuleId, path: string, text: string, message: string, mend?: string) {
    this.#add(rule, this.source.textAt(path, text), message, mend);
  }

  /** The problems in the order of the file. */
  sorted(): Problem[] {
    return this.problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
  }

  #add(rule: RuleId, at: Position, message: string, mend = ruleOf(rule).mend) {
    this.problems.push({ rule, level: "error", file: this.source.file, ...at, message, mend });
  }
}
