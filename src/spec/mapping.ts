/**
 * Reads the fields of a mapping: the typed value, or `undefined` and a problem.
 *
 * An absent field is `undefined` without a problem; {@linkcode Mapping.require} makes it one.
 *
 * @module
 */
import { describe, quote } from "./describe.ts";
import { nearest } from "./nearest.ts";
import type { Report } from "./report.ts";
import type { RuleId } from "./rules.ts";
import { isRecord } from "./yaml_differences.ts";
import { childPath } from "./yaml_walk.ts";

/** The bounds of a number, and the rule that a number outside them breaks. */
export interface WholeRange {
  min: number;
  max: number;
  rule: RuleId;
}

/** One mapping of a file. */
export class Mapping {
  private constructor(
    readonly report: Report,
    readonly path: string,
    readonly fields: Readonly<Record<string, unknown>>,
  ) {}

  /** The whole file as a mapping. */
  static root(report: Report): Mapping | undefined {
    return Mapping.of(report, "", report.source.value);
  }

  /** A value as a mapping, or a problem at its place. */
  static of(report: Report, path: string, value: unknown): Mapping | undefined {
    if (isRecord(value)) return new Mapping(report, path, value);
    const what = path === "" ? "The file" : `"${path}"`;
    report.value("wrong-type", path, `${what} must be a mapping, not ${describe(value)}`);
    return undefined;
  }

  /** The dotted path of a field. */
  at(key: string): string {
    return childPath(this.path, key);
  }

  has(key: string): boolean {
    return Object.hasOwn(this.fields, key);
  }

  /** The value as it was parsed. */
  raw(key: string): unknown {
    return this.has(key) ? this.fields[key] : undefined;
  }

  entries(): [string, unknown][] {
    return Object.entries(this.fields);
  }

  /** Reports every key that is neither in the list nor reported elsewhere. */
  allow(keys: readonly string[], elsewhere?: string): this {
    for (const key of Object.keys(this.fields)) {
      if (keys.includes(key) || key === elsewhere) continue;
      const near = nearest(key, keys.filter((k) => !this.has(k)));
      const where = this.path === "" ? "at the top of the file" : `in "${this.path}"`;
      const message = `The key ${quote(key)} ${where} is not known`;
      const mend = near === undefined ? `Use one of ${keys.join(", ")}` : `Did you mean "${near}"`;
      this.report.key("unknown-key", this.at(key), message, mend);
    }
    return this;
  }

  /** Reports every key of the list that is absent. */
  require(...keys: string[]): this {
    for (const key of keys.filter((k) => !this.has(k))) {
      this.report.key("missing-field", this.path, `"${this.at(key)}" is missing`);
    }
    return this;
  }

  /** A text, which may be empty. */
  string(key: string): string | undefined {
    return this.#typed(key, "a text", (v) => typeof v === "string") as string | undefined;
  }

  /** A text that is not empty. */
  text(key: string): string | undefined {
    const value = this.string(key);
    if (value === undefined || value.trim() !== "") return value;
    this.report.value("empty-value", this.at(key), `"${this.at(key)}" is empty`);
    return undefined;
  }

  flag(key: string): boolean | undefined {
    return this.#typed(key, "true or false", (v) => typeof v === "boolean") as boolean | undefined;
  }

  /** A finite number. */
  number(key: string): number | undefined {
    return this.#typed(key, "a number", Number.isFinite) as number | undefined;
  }

  /** A whole number within bounds. Every other value, text too, breaks the range's rule. */
  whole(key: string, { min, max, rule }: WholeRange): number | undefined {
    if (!this.has(key)) return undefined;
    const value = this.raw(key);
    if (Number.isSafeInteger(value) && min <= Number(value) && Number(value) <= max) {
      return value as number;
    }
    const bounds = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
    const message = `"${this.at(key)}" must be a whole number ${bounds}, not ${describe(value)}`;
    this.report.value(rule, this.at(key), message);
    return undefined;
  }

  /** One of a few texts. */
  choice<T extends string>(key: string, options: readonly T[]): T | undefined {
    if (!this.has(key)) return undefined;
    const value = this.raw(key);
    if (options.includes(value as T)) return value as T;
    const near = typeof value === "string" ? nearest(value, options) : undefined;
    this.report.value(
      "wrong-value",
      this.at(key),
      `"${this.at(key)}" must be one of ${options.join(", ")}, not ${describe(value)}`,
      near === undefined ? undefined : `Did you mean "${near}"`,
    );
    return undefined;
  }

  mapping(key: string): Mapping | undefined {
    return this.has(key) ? Mapping.of(this.report, this.at(key), this.raw(key)) : undefined;
  }

  /** A mapping field whose problems are reported elsewhere. */
  peek(key: string): Mapping | undefined {
    const value = this.raw(key);
    return isRecord(value) ? new Mapping(this.report, this.at(key), value) : undefined;
  }

  list(key: string): unknown[] | undefined {
    return this.#typed(key, "a list", Array.isArray) as unknown[] | undefined;
  }

  /** A list of texts; the ones that are no text are reported and left out. */
  texts(key: string): string[] | undefined {
    return this.list(key)?.filter((item, index): item is string => {
      if (typeof item === "string") return true;
      const path = childPath(this.at(key), index);
      this.report.value("wrong-type", path, `"${path}" must be a text, not ${describe(item)}`);
      return false;
    });
  }

  /** Reports a list field that lists nothing. */
  notEmpty(key: string) {
    const value = this.raw(key);
    if (!Array.isArray(value) || value.length > 0) return;
    this.report.value("empty-value", this.at(key), `"${this.at(key)}" lists nothing`);
  }

  /** Reports every item of a list field that stands in it before. */
  distinct(key: string) {
    const items = this.raw(key);
    if (!Array.isArray(items)) return;
    items.forEach((item, index) => {
      if (items.indexOf(item) === index) return;
      const path = childPath(this.at(key), index);
      this.report.value("duplicate-item", path, `${quote(item)} stands twice in "${this.at(key)}"`);
    });
  }

  /** A mapping of names to texts, which may be empty. */
  textMap(key: string): Record<string, string> {
    const map = this.mapping(key);
    const entries = map?.entries().filter((entry): entry is [string, string] => {
      const [name, value] = entry;
      if (typeof value === "string") return true;
      const path = map.at(name);
      this.report.value("wrong-type", path, `"${path}" must be a text, not ${describe(value)}`);
      return false;
    });
    return Object.fromEntries(entries ?? []);
  }

  #typed(key: string, type: string, test: (value: unknown) => boolean): unknown {
    if (!this.has(key)) return undefined;
    const value = this.raw(key);
    if (test(value)) return value;
    const message = `"${this.at(key)}" must be ${type}, not ${describe(value)}`;
    this.report.value("wrong-type", this.at(key), message);
    return undefined;
  }
}
