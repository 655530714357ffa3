/**
 * How a caller's value is shown in a message: short, on one line, and harmless to a terminal.
 *
 * @module
 */

/** Characters of a value that a message shows, the mark of a cut included. */
const MAX_SHOWN = 80;

/** Control and format characters, line separators and lone surrogates (Unicode general categories). */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/**
 * A value for a message. Strings stand in double quotes, cut to 80 characters, with control, format
 * and quote characters escaped; arrays and objects are named, never printed.
 */
export function quoteValue(value: unknown): string {
  if (typeof value === "string") return `"${shorten(value)}"`;
  if (Array.isArray(value)) return `an array of ${count(value.length, "item")}`;
  if (typeof value === "object" && value !== null) return "an object";
  return String(value);
}

/** A number with its noun: `1 item`, `3 items`. */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

function shorten(text: string): string {
  let shown = "";
  for (const character of text) {
    const next = escapeCharacter(character);
    if (shown.length + next.length >= MAX_SHOWN) return `${shown}…`;
    shown += next;
  }
  return shown;
}

function escapeCharacter(character: string): string {
  if (character === '"' || character === "\\") return `\\${character}`;
  if (!UNSEEN.test(character)) return character;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}}`;
}
