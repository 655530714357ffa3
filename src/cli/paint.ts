/**
 * Colour where there is a terminal: never in a pipe, never with `NO_COLOR` (no-color.org).
 *
 * @module
 */

const CODES = { bold: 1, red: 31, green: 32, yellow: 33 } as const;

/** Paints text for stdout. */
export function paint(colour: keyof typeof CODES, text: string): string {
  if (Deno.noColor || !Deno.stdout.isTerminal()) return text;
  return `\x1b[${CODES[colour]}m${text}\x1b[0m`;
}
