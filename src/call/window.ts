/**
 * Keeps head and tail of a text that may be too long for an answer.
 *
 * @module
 */
import { ByteRing } from "./byte_ring.ts";
import { BytesWindow } from "./bytes_window.ts";
import { withoutPartialEnd, withoutPartialStart } from "./utf8_border.ts";

/** What a {@linkcode Window} kept. */
export interface WindowResult {
  /** The whole text, or head, marker line and tail. */
  text: string;
  truncated: boolean;
  /** Bytes of UTF-8 left out, plus those that {@linkcode Window.skip} was told of. */
  droppedBytes: number;
}

/** What the marker advises when its caller knows nothing better. */
const DEFAULT_HINT = "narrow the arguments to see less at once";

/**
 * Keeps a text of at most `limitBytes` bytes of UTF-8 as it is. Of a longer one the first
 * three quarters and the last quarter of the limit are kept, cut between characters, with
 * one marker line between them that does not count. Memory is bounded by the limit and one
 * piece. Lone surrogates become U+FFFD. Needs no Deno permission.
 *
 * @example
 * ```ts
 * const window = new Window(8);
 * window.push("abcdefghij");
 * window.finish("ask for less").text; // "abcdef\n[2 bytes left out: ask for less]\nij"
 * ```
 */
export class Window {
  #encoder = new TextEncoder();
  #head: BytesWindow;
  #headSize: number;
  #tail: ByteRing;
  #tailSize: number;
  /** Bytes of text that came. */
  #seen = 0;
  /** Bytes left out by `skip`, and the text bytes that were in the tail then. */
  #skipped = 0;
  /** Set by `skip`: nothing that follows belongs to the head. */
  #headClosed = false;
  /** The first half of a surrogate pair whose second half comes with the next piece. */
  #highSurrogate = "";

  /** @param limitBytes Bytes of UTF-8 to keep. */
  constructor(limitBytes: number) {
    this.#headSize = Math.floor(limitBytes * 3 / 4);
    this.#tailSize = limitBytes - this.#headSize;
    this.#head = new BytesWindow(this.#headSize);
    this.#tail = new ByteRing(this.#tailSize);
  }

  /** Whether more came than is kept as it is. */
  get overflowed(): boolean {
    return this.#headClosed || this.#seen > this.#headSize + this.#tailSize;
  }

  /** Takes the next piece of text. */
  push(text: string): void {
    let whole = this.#highSurrogate + text;
    this.#highSurrogate = "";
    if (isHighSurrogate(whole.charCodeAt(whole.length - 1))) {
      this.#highSurrogate = whole.slice(-1);
      whole = whole.slice(0, -1);
    }
    this.#take(whole);
  }

  /**
   * Says that `bytes` of the stream were never pushed and belong here: all text that follows
   * the head by now is left out with them, and what is pushed later is the tail.
   */
  skip(bytes: number): void {
    this.#take(this.#highSurrogate);
    this.#highSurrogate = "";
    this.#headClosed = true;
    this.#skipped += bytes + this.#tail.seen;
    this.#tail = new ByteRing(this.#tailSize);
  }

  /**
   * The text that was kept.
   *
   * @param hint Put into the marker: how to see less, or where the whole stream is.
   */
  finish(hint: string = DEFAULT_HINT): WindowResult {
    this.#take(this.#highSurrogate);
    this.#highSurrogate = "";
    const headBytes = this.#head.finish().bytes;
    const tailBytes = this.#tail.bytes();
    if (!this.overflowed) {
      return { text: decode(headBytes, tailBytes), truncated: false, droppedBytes: 0 };
    }
    const head = withoutPartialEnd(headBytes);
    const tail = withoutPartialStart(tailBytes);
    const droppedBytes = this.#skipped + this.#tail.dropped +
      headBytes.length - head.length + tailBytes.length - tail.length;
    const headText = decode(head);
    const newline = headText === "" || headText.endsWith("\n") ? "" : "\n";
    const marker = `${newline}[${droppedBytes} bytes left out: ${hint}]\n`;
    return { text: headText + marker + decode(tail), truncated: true, droppedBytes };
  }

  #take(text: string): void {
    if (text === "") return;
    const bytes = this.#encoder.encode(text);
    const room = this.#headClosed ? 0 : Math.max(0, this.#headSize - this.#seen);
    const forHead = bytes.subarray(0, room);
    this.#head.push(forHead);
    this.#tail.push(bytes.subarray(forHead.length));
    this.#seen += bytes.length;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function decode(...parts: Uint8Array[]): string {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
}
