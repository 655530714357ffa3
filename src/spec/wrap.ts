/**
 * Text for a terminal of 80 columns.
 *
 * @module
 */

/** Columns of a terminal that nobody has widened. */
export const COLUMNS = 80;

/** Words in lines of at most so many characters; a longer word has a line of its own. */
export function wrap(text: string, width = COLUMNS): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines;
}
