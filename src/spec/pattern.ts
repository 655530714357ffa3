/**
 * Patterns of specs: RE2 syntax, matched in linear time, always against the whole value.
 *
 * @module
 */
import { RE2JS } from "re2js";

/** A compiled pattern. */
export interface Pattern {
  /** Whether the pattern matches the value from its first character to its last. */
  test(value: string): boolean;
}

/**
 * Compiles a pattern (syntax: https://github.com/google/re2/wiki/Syntax). No Deno permission is needed.
 *
 * @throws {SyntaxError} When the engine refuses the pattern: look-around and back-references need
 * more than linear time.
 */
export function compilePattern(source: string): Pattern {
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(source);
  } catch (error) {
    throw new SyntaxError(`Cannot use the pattern "${source}": ${reason(error)}`, { cause: error });
  }
  return { test: (value) => compiled.matches(value) };
}

/** The engine's own words without the prefix that every one of them has. */
function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/^error parsing regexp: /, "");
}
