/**
 * Lines for the operator, on stderr: stdout belongs to the protocol.
 *
 * @module
 */

const LEVELS = ["debug", "info", "warning", "error"] as const;

/** How loud a line is. */
export type Level = typeof LEVELS[number];

/** Says lines of a level and above. */
export class Log {
  readonly #least: number;

  constructor(least: Level) {
    this.#least = LEVELS.indexOf(least);
  }

  say(level: Level, text: string) {
    if (LEVELS.indexOf(level) < this.#least) return;
    console.error(`shell-as-mcp: ${level === "info" ? "" : `${level}: `}${text}`);
  }
}
