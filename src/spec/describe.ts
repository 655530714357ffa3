/**
 * A parsed value in words, for messages.
 *
 * @module
 */

/** Longer texts are cut in messages. */
const MAX_SHOWN = 60;

/** The value in double quotes, or `a list`, `a mapping`, `nothing`. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object") return "a mapping";
  if (typeof value !== "string") return `the ${typeof value} "${value}"`;
  return value === "" ? "an empty text" : quote(value);
}

/** A text in double quotes on one line, cut when it is long. */
export function quote(value: unknown): string {
  const text = String(value).replace(/[\n\r]/g, " ");
  return text.length > MAX_SHOWN ? `"${text.slice(0, MAX_SHOWN)}…"` : `"${text}"`;
}
