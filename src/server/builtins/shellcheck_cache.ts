/**
 * What shellcheck said of a text, remembered: in the memory of the server, since what a tool in
 * a sandbox wrote could not be believed by the next caller.
 *
 * @module
 */

/** Together, in UTF-16 units of the texts. */
const MAX_SIZE = 16 * 1024 * 1024;
const MAX_ENTRIES = 512;

/** The newest reports by key; old ones make room. */
export class ReportCache {
  readonly #reports = new Map<string, string>();
  #size = 0;

  get(key: string): string | undefined {
    const report = this.#reports.get(key);
    if (report === undefined) return undefined;
    // What was asked for is the newest again.
    this.#reports.delete(key);
    this.#reports.set(key, report);
    return report;
  }

  set(key: string, report: string) {
    if (report.length > MAX_SIZE / 4 || this.#reports.has(key)) return;
    this.#reports.set(key, report);
    this.#size += report.length;
    for (const [oldest, text] of this.#reports) {
      if (this.#size <= MAX_SIZE && this.#reports.size <= MAX_ENTRIES) return;
      this.#reports.delete(oldest);
      this.#size -= text.length;
    }
  }
}
