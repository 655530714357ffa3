/**
 * Which RE2 patterns mean the same in the schemas that clients read.
 *
 * @module
 */

/**
 * The pattern as one that matches the whole text, for JSON Schema, whose patterns are ECMA-262 with
 * the `u` flag and unanchored (JSON Schema 2020-12 core, section 6.4). Undefined when the pattern
 * has syntax of RE2 that ECMA-262 lacks: a client that cannot compile it may drop the whole tool.
 *
 * With a separator, the text holds several parts and each matches the pattern. Then patterns with an
 * anchor are left out too: it would mean the end of the whole text instead of the end of a part.
 */
export function publishedPattern(source: string, separator?: string): string | undefined {
  if (!isPortable(source) || (separator !== undefined && hasAnchor(source))) return undefined;
  const one = `(?:${source})`;
  return separator === undefined ? `^${one}$` : `^${one}(?:${escapePattern(separator)}${one})*$`;
}

/** A pattern that matches exactly this text, in RE2 and in ECMA-262 with the `u` flag. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function isPortable(source: string): boolean {
  // Groups other than `(?:` are flags and names, which the two dialects spell differently.
  if (/\(\?(?!:)/.test(source.replace(/\\[^]/g, ""))) return false;
  try {
    new RegExp(source, "u");
    return true;
  } catch {
    return false;
  }
}

function hasAnchor(source: string): boolean {
  const plain = source.replace(/\\[bB]/g, "^").replace(/\\[^]/g, "");
  return /[\^$]/.test(plain.replace(/\[[^\]]*\]/g, ""));
}
