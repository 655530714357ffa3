/**
 * Finds the whole lines with a given beginning in a byte stream.
 *
 * @module
 */
import { concatBytes } from "./concat_bytes.ts";

const LINE_FEED = 0x0a;

/** What one step of a {@linkcode LineFinder} brought. */
export interface LineFinderStep {
  /** Bytes before the line; views of the chunk, or copies. */
  passed: Uint8Array[];
  /** The line found, with its LF; a view of the chunk, or a copy. */
  line?: Uint8Array;
  /** Where in the chunk to go on; its length when there is no more. */
  next: number;
}

/**
 * Finds lines that begin with a prefix and are not longer than a limit, and hands on all
 * else byte for byte. Less than `limitBytes` bytes are held back, and only while they may be
 * the beginning of such a line. Needs no Deno permission.
 */
export class LineFinder {
  #prefix: Uint8Array;
  #limit: number;
  /** The beginning of a line that may be one to find. */
  #held = new Uint8Array(0);
  /** Within a line that is none to find. */
  #skipping = false;

  /**
   * @param prefix ASCII text without LF.
   * @param limitBytes The longest line to find, its LF included.
   */
  constructor(prefix: string, limitBytes: number) {
    this.#prefix = new TextEncoder().encode(prefix);
    this.#limit = limitBytes;
  }

  /** Goes on in `chunk` from `from` until a line is found or the chunk ends. */
  step(chunk: Uint8Array, from: number): LineFinderStep {
    const passed: Uint8Array[] = [];
    if (this.#held.length > 0 && from < chunk.length) {
      const found = this.#completeHeld(chunk, from);
      if (found !== undefined) return { passed, ...found };
      passed.push(this.#held);
      this.#held = new Uint8Array(0);
      this.#skipping = true;
    }
    let at = from;
    const passTo = (end: number) => {
      if (end > from) passed.push(chunk.subarray(from, end));
    };
    while (at < chunk.length) {
      if (!this.#skipping && this.#mayBegin(chunk, at)) {
        const length = chunk.subarray(at, at + this.#limit).indexOf(LINE_FEED) + 1;
        if (length > 0) {
          passTo(at);
          return { passed, line: chunk.subarray(at, at + length), next: at + length };
        }
        if (chunk.length - at < this.#limit) {
          passTo(at);
          this.#held = chunk.slice(at);
          return { passed, next: chunk.length };
        }
      }
      const lineFeed = chunk.indexOf(LINE_FEED, at);
      this.#skipping = lineFeed < 0;
      at = lineFeed < 0 ? chunk.length : lineFeed + 1;
    }
    passTo(chunk.length);
    return { passed, next: chunk.length };
  }

  /** Returns what was held back. The object starts afresh. */
  end(): Uint8Array[] {
    const held = this.#held;
    this.#held = new Uint8Array(0);
    this.#skipping = false;
    return held.length > 0 ? [held] : [];
  }

  /** The held line with what the chunk adds to it; undefined when it is none to find. */
  #completeHeld(chunk: Uint8Array, from: number): { line?: Uint8Array; next: number } | undefined {
    const lineFeed = chunk.subarray(from, from + this.#limit).indexOf(LINE_FEED);
    const end = lineFeed < 0 ? chunk.length : from + lineFeed + 1;
    if (this.#held.length + end - from > this.#limit) return undefined;
    const line = concatBytes(this.#held, chunk.subarray(from, end));
    if (!this.#mayBegin(line, 0)) return undefined;
    if (lineFeed >= 0) {
      this.#held = new Uint8Array(0);
      return { line, next: end };
    }
    this.#held = line;
    return { next: end };
  }

  /** Whether what stands at `at` is the prefix, as far as the bytes go. */
  #mayBegin(bytes: Uint8Array, at: number): boolean {
    const length = Math.min(this.#prefix.length, bytes.length - at);
    for (let i = 0; i < length; i++) if (bytes[at + i] !== this.#prefix[i]) return false;
    return true;
  }
}
