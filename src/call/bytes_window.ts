/**
 * Keeps the beginning of a byte stream.
 *
 * @module
 */

/** What a {@linkcode BytesWindow} kept. */
export interface BytesWindowResult {
  /** The stream's first bytes, at most the limit. */
  bytes: Uint8Array;
  /** Whether more came than was kept. */
  truncated: boolean;
  droppedBytes: number;
}

/**
 * Keeps raw bytes up to a limit and counts those beyond it. The bytes are copied, so a
 * chunk may be reused after `push`; memory grows with the stream, up to the limit. Needs no
 * Deno permission.
 */
export class BytesWindow {
  #limit: number;
  #buffer = new Uint8Array(0);
  #kept = 0;
  #seen = 0;

  /** @param limitBytes How many bytes to keep. */
  constructor(limitBytes: number) {
    this.#limit = limitBytes;
  }

  /** Takes the next chunk. */
  push(bytes: Uint8Array): void {
    this.#seen += bytes.length;
    const part = bytes.subarray(0, this.#limit - this.#kept);
    if (part.length === 0) return;
    this.#buffer = grown(this.#buffer, this.#kept + part.length, this.#limit);
    this.#buffer.set(part, this.#kept);
    this.#kept += part.length;
  }

  /** What is kept by now. `bytes` is a view that a later `push` leaves behind. */
  finish(): BytesWindowResult {
    const droppedBytes = this.#seen - this.#kept;
    return {
      bytes: this.#buffer.subarray(0, this.#kept),
      truncated: droppedBytes > 0,
      droppedBytes,
    };
  }
}

/**
 * The buffer, or a longer one with the same beginning when `needed` bytes do not fit. Doubles
 * in size, up to `limit`.
 */
export function grown(
  buffer: Uint8Array<ArrayBuffer>,
  needed: number,
  limit: number,
): Uint8Array<ArrayBuffer> {
  if (needed <= buffer.length) return buffer;
  const longer = new Uint8Array(Math.min(limit, Math.max(needed, buffer.length * 2, 4096)));
  longer.set(buffer);
  return longer;
}
