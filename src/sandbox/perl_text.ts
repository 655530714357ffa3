/**
 * Values as literals of Perl.
 *
 * @module
 */

/**
 * One string (perlop, "Quote-Like Operators"): nothing in single quotes is special but the
 * quote and the backslash. No Deno permission is needed.
 *
 * @throws {TypeError} on NUL, which no path and no argument can hold
 */
export function perlString(text: string): string {
  if (text.includes("\0")) {
    throw new TypeError(`NUL cannot stand in a launcher: ${JSON.stringify(text)}`);
  }
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}

/** The assignment of a list of strings. */
export function perlList(name: string, values: readonly string[]): string {
  return `my @${name} = (${values.map(perlString).join(", ")});`;
}
