/**
 * Takes a tool's progress lines out of its standard error.
 *
 * @module
 */
import { TextCleaner } from "./decode.ts";
import { LineFinder } from "./line_finder.ts";

/** How far a tool is, in units of its own. */
export interface Progress {
  done: number;
  total?: number;
  /** Cleaned text of at most 500 characters; never empty. */
  message?: string;
}

/** The longest line that is read as progress, in bytes, its LF included. */
const LINE_LIMIT = 1024;

/** UTF-16 code units of a message. */
const MESSAGE_LIMIT = 500;

const PREFIX = "::progress ";

// Read as Latin-1, so that an index into the text is an index into the bytes.
const NUMBER = String.raw`\d+(?:\.\d+)?`;
const PROGRESS_LINE = new RegExp(
  `^${PREFIX}(${NUMBER})(?:/(${NUMBER}))?(?: ([^\\r\\n]*))?\\r?\\n$`,
  "d",
);

/**
 * Takes the lines `::progress DONE[/TOTAL] [message]` out of a byte stream and reports each;
 * all else passes byte for byte. DONE and TOTAL are finite decimal numbers without sign and
 * exponent. The result is the same for every division into chunks. What `push` returns may
 * be views of the chunk. Needs no Deno permission.
 *
 * @example
 * ```ts
 * const lines = new ProgressLines((progress) => console.error(progress));
 * lines.push(new TextEncoder().encode("::progress 3/10 halving\n")); // []; { done: 3, … }
 * ```
 */
export class ProgressLines {
  #finder = new LineFinder(PREFIX, LINE_LIMIT);

  /** Called for each progress line, in the stream's order. */
  onProgress: (progress: Progress) => void;

  constructor(onProgress: (progress: Progress) => void) {
    this.onProgress = onProgress;
  }

  /** Takes the next chunk and returns the bytes that are no progress by now. */
  push(bytes: Uint8Array): Uint8Array[] {
    const out: Uint8Array[] = [];
    let at = 0;
    while (at < bytes.length) {
      const { passed, line, next } = this.#finder.step(bytes, at);
      out.push(...passed);
      at = next;
      if (line === undefined) continue;
      const progress = parseProgress(line);
      if (progress === undefined) out.push(line);
      else this.onProgress(progress);
    }
    return out;
  }

  /** Returns what was held back: a line without LF is no progress line. */
  end(): Uint8Array[] {
    return this.#finder.end();
  }
}

/** What the line says; undefined when it is no progress line. */
function parseProgress(line: Uint8Array): Progress | undefined {
  const match = PROGRESS_LINE.exec(latin1(line));
  if (match === null) return undefined;
  const done = Number(match[1]);
  const total = match[2] === undefined ? undefined : Number(match[2]);
  if (!Number.isFinite(done) || (total !== undefined && !Number.isFinite(total))) return undefined;
  const progress: Progress = { done };
  if (total !== undefined) progress.total = total;
  const place = match.indices?.[3];
  const message = place === undefined ? "" : cleanMessage(line.subarray(...place));
  if (message !== "") progress.message = message;
  return progress;
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function cleanMessage(bytes: Uint8Array): string {
  const cleaner = new TextCleaner();
  const text = (cleaner.push(bytes) + cleaner.end()).trim();
  const cut = text.slice(0, MESSAGE_LIMIT);
  // The cut may have halved a surrogate pair.
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
