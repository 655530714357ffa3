/**
 * From a program's bytes to text that is fit to be read.
 *
 * @module
 */
import { EscapeStripper } from "./escapes.ts";
import { RedrawCollapser } from "./redraw.ts";

/**
 * Decodes and cleans one stream: UTF-8 (bad bytes become U+FFFD, a BOM stays), control
 * sequences removed ({@linkcode EscapeStripper}), redraws collapsed
 * ({@linkcode RedrawCollapser}), other control characters as `\xNN`.
 *
 * The result is the same for every division of the stream into chunks. At most one line of
 * 64 KiB and one sequence of 4 KiB are held back. No byte of a chunk is kept after `push`.
 * Needs no Deno permission.
 *
 * @example
 * ```ts
 * const cleaner = new TextCleaner();
 * const bytes = new TextEncoder().encode("\x1b[1m10%\r20%\x1b[0m\n");
 * cleaner.push(bytes) + cleaner.end(); // "20%\n"
 * ```
 */
export class TextCleaner {
  // Encoding Standard, "UTF-8 decoder": replacement and chunk borders; ignoreBOM keeps U+FEFF.
  #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #stripper = new EscapeStripper();
  #collapser = new RedrawCollapser();

  /** Takes the next chunk and returns the text that is certain by now. */
  push(bytes: Uint8Array): string {
    const text = this.#decoder.decode(bytes, { stream: true });
    return this.#collapser.push(this.#stripper.push(text));
  }

  /** Returns what was held back. The object starts afresh. */
  end(): string {
    const text = this.#stripper.push(this.#decoder.decode()) + this.#stripper.end();
    return this.#collapser.push(text) + this.#collapser.end();
  }
}
