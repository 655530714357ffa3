/**
 * Text as words and comments of a shell. Pure: no Deno permission is needed.
 *
 * @module
 */

/** One word of a POSIX shell (XCU 2.2.2): nothing in single quotes is special but the quote. */
export function quote(text: string): string {
  if (text.includes("\0")) {
    throw new TypeError(`NUL cannot stand in a launcher: ${JSON.stringify(text)}`);
  }
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A name inside a comment: one line of ASCII. */
export function comment(text: string): string {
  return JSON.stringify(text).replace(/[^\x20-\x7e]/g, "?");
}
