/**
 * Cleans a stream for as long as its text can still be part of the answer.
 *
 * @module
 */
import { ByteRing } from "./byte_ring.ts";
import { TextCleaner } from "./decode.ts";
import { withoutPartialStart } from "./utf8_border.ts";
import { Window, type WindowResult } from "./window.ts";

/** How often it is looked whether the text overflowed, in raw bytes from the stream's start. */
const BLOCK_BYTES = 65536;

/** How far into an unseen stream's tail its first whole line is looked for, in bytes. */
const FIRST_LINE_BYTES = 4096;

const LINE_FEED = 0x0a;

/**
 * Head and tail of a stream's cleaned text.
 *
 * Cleaning costs more than copying, so once the text is too long anyway only the raw end of
 * the stream is kept and cleaned at last. The result is the same for every division of the
 * stream into chunks. No byte of a chunk is kept after `write`. Needs no Deno permission.
 */
export class TextCapture {
  #cleaner = new TextCleaner();
  #window: Window;
  #seen = 0;
  /** Set once the text is too long: the raw bytes from then on, as far as they matter. */
  #ring: ByteRing | undefined;
  #ringSize: number;

  /** @param limitBytes Bytes of UTF-8 that the text may have. */
  constructor(limitBytes: number) {
    this.#window = new Window(limitBytes);
    // Twice the tail, as cleaning shortens it; more would not fit into the memory bound.
    this.#ringSize = Math.max(BLOCK_BYTES, Math.ceil(limitBytes / 2));
  }

  /** Takes the next chunk. */
  write(chunk: Uint8Array): void {
    let rest = chunk;
    // Only at fixed places of the stream, so that chunk borders do not show in the result.
    while (this.#ring === undefined && rest.length > 0) {
      const block = rest.subarray(0, BLOCK_BYTES - this.#seen % BLOCK_BYTES);
      this.#window.push(this.#cleaner.push(block));
      this.#seen += block.length;
      rest = rest.subarray(block.length);
      if (this.#seen % BLOCK_BYTES === 0 && this.#window.overflowed) {
        this.#ring = new ByteRing(this.#ringSize);
      }
    }
    this.#ring?.push(rest);
  }

  /** Ends the stream. `hint` decides the advice in the marker once it is known to be needed. */
  finish(): { overflowed: boolean; result(hint?: string): WindowResult } {
    const ring = this.#ring;
    if (ring !== undefined && ring.dropped > 0) {
      const kept = ring.bytes();
      const tail = withoutPartialLine(kept);
      // What the cleaner holds back belongs before the gap.
      this.#window.push(this.#cleaner.end());
      this.#window.skip(ring.dropped + kept.length - tail.length);
      this.#window.push(this.#cleaner.push(tail));
    } else if (ring !== undefined) {
      this.#window.push(this.#cleaner.push(ring.bytes()));
    }
    this.#window.push(this.#cleaner.end());
    const window = this.#window;
    return { overflowed: window.overflowed, result: (hint) => window.finish(hint) };
  }
}

/**
 * A tail whose beginning nobody saw may begin within a control sequence or a character:
 * starts it at its first whole line, if that comes soon.
 */
function withoutPartialLine(tail: Uint8Array): Uint8Array {
  const lineFeed = tail.subarray(0, FIRST_LINE_BYTES).indexOf(LINE_FEED);
  return lineFeed < 0 ? withoutPartialStart(tail) : tail.subarray(lineFeed + 1);
}
