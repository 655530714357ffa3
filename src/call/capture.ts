/**
 * Captures one output stream of a call within bounded memory.
 *
 * @module
 */
import { BytesWindow } from "./bytes_window.ts";
import type { SpillFile } from "./spill.ts";
import { SpillKeeper } from "./spill_keeper.ts";
import { TextCapture } from "./text_capture.ts";

export type { SpillFile } from "./spill.ts";

/** How one stream is captured. */
export interface StreamCaptureOptions {
  /** Bytes that the answer may have: UTF-8 of the cleaned text, or raw bytes for base64. */
  limitBytes: number;
  /** Bytes that the spill file takes at most. */
  spillLimitBytes: number;
  /** Makes the file for the whole stream; called at most once, and only when it is needed. */
  openSpill: () => Promise<SpillFile>;
  /** `exact` is text as it came, for output that a program will parse. */
  mode: "text" | "exact" | "base64";
}

/** What became of one stream. */
export interface StreamResult {
  /** Text, cleaned and without its last newline or exact, or base64 of the raw bytes (RFC 4648, section 4). */
  text: string;
  truncated: boolean;
  /** Raw bytes that came. */
  bytesSeen: number;
  /** The file with the raw stream, when the text is truncated. */
  spillPath?: string;
  /** More came than the spill file may take; it holds the stream's beginning. */
  overSpillLimit: boolean;
  /** Why there is no spill file for a truncated stream. */
  spillError?: string;
}

/** The part of the capture that makes the answer. */
interface Answer {
  write(chunk: Uint8Array): void;
  finish(): { overflowed: boolean; text(hint?: string): string };
}

/**
 * Captures one stream: text or base64 up to a limit, and the whole of a longer one in a file.
 *
 * `write` is to be awaited before it is called again; then the chunk's buffer may be reused.
 * The result is the same for every division of the stream into chunks. Needs what
 * `openSpill` needs.
 */
export class StreamCapture {
  #answer: Answer;
  #keeper: SpillKeeper;
  #bytesSeen = 0;

  constructor(options: StreamCaptureOptions) {
    const { limitBytes, spillLimitBytes, openSpill, mode } = options;
    this.#answer = mode === "text" ? textAnswer(limitBytes) : bytesAnswer(limitBytes, mode);
    this.#keeper = new SpillKeeper({
      memoryBytes: limitBytes,
      fileBytes: spillLimitBytes,
      openSpill,
    });
  }

  /** Whether more came than the spill file may take: time to end the call. */
  get overSpillLimit(): boolean {
    return this.#keeper.overLimit;
  }

  /** Takes the next chunk. */
  async write(chunk: Uint8Array): Promise<void> {
    this.#bytesSeen += chunk.length;
    this.#answer.write(chunk);
    await this.#keeper.write(chunk);
  }

  /**
   * Ends the stream.
   *
   * @param hint What the marker in a truncated text advises; default: by whether there is a file.
   */
  async finish(hint?: string): Promise<StreamResult> {
    const answer = this.#answer.finish();
    const spillPath = await this.#keeper.finish(answer.overflowed);
    const result: StreamResult = {
      text: answer.text(hint ?? defaultHint(spillPath !== undefined, this.overSpillLimit)),
      truncated: answer.overflowed,
      bytesSeen: this.#bytesSeen,
      overSpillLimit: this.overSpillLimit,
    };
    if (spillPath !== undefined) result.spillPath = spillPath;
    const { error } = this.#keeper;
    if (answer.overflowed && error !== undefined) result.spillError = error;
    return result;
  }
}

function defaultHint(hasFile: boolean, overSpillLimit: boolean): string | undefined {
  if (!hasFile) return undefined;
  return overSpillLimit
    ? "the linked resource holds the beginning of the stream, which was too long; ask for less"
    : "read the whole stream from the linked resource, or ask for less";
}

function textAnswer(limitBytes: number): Answer {
  const capture = new TextCapture(limitBytes);
  return {
    write: (chunk) => capture.write(chunk),
    finish() {
      const { overflowed, result } = capture.finish();
      return { overflowed, text: (hint) => withoutLastNewline(result(hint).text) };
    },
  };
}

function bytesAnswer(limitBytes: number, mode: "exact" | "base64"): Answer {
  const window = new BytesWindow(limitBytes);
  const spell = (bytes: Uint8Array) =>
    mode === "base64" ? bytes.toBase64() : new TextDecoder().decode(bytes);
  return {
    write: (chunk) => window.push(chunk),
    finish() {
      const { bytes, truncated } = window.finish();
      return { overflowed: truncated, text: () => spell(bytes) };
    },
  };
}

function withoutLastNewline(text: string): string {
  return text.replace(/\r?\n$/, "");
}
