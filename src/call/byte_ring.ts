/**
 * Keeps the end of a byte stream.
 *
 * @module
 */
import { grown } from "./bytes_window.ts";

/**
 * The last `size` bytes of a stream. The bytes are copied, so a chunk may be reused after
 * `push`; memory grows with the stream, up to the size. Needs no Deno permission.
 */
export class ByteRing {
  #size: number;
  #buffer = new Uint8Array(0);
  /** Where the next byte goes. */
  #next = 0;
  #seen = 0;

  /** @param size How many bytes to keep. */
  constructor(size: number) {
    this.#size = size;
  }

  /** How many bytes came in all. */
  get seen(): number {
    return this.#seen;
  }

  /** How many bytes were pushed out by later ones. */
  get dropped(): number {
    return Math.max(0, this.#seen - this.#size);
  }

  /** Takes the next chunk. */
  push(bytes: Uint8Array): void {
    this.#buffer = grown(this.#buffer, Math.min(this.#size, this.#seen + bytes.length), this.#size);
    this.#seen += bytes.length;
    const last = bytes.subarray(Math.max(0, bytes.length - this.#size));
    const beforeWrap = last.subarray(0, this.#size - this.#next);
    this.#buffer.set(beforeWrap, this.#next);
    this.#buffer.set(last.subarray(beforeWrap.length), 0);
    this.#next = this.#size === 0 ? 0 : (this.#next + last.length) % this.#size;
  }

  /** A copy of what is kept, in the stream's order. */
  bytes(): Uint8Array<ArrayBuffer> {
    const kept = Math.min(this.#seen, this.#size);
    const out = new Uint8Array(kept);
    const oldest = kept < this.#size ? 0 : this.#next;
    out.set(this.#buffer.subarray(oldest, kept));
    out.set(this.#buffer.subarray(0, oldest), kept - oldest);
    return out;
  }
}
