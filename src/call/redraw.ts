/**
 * Collapses the redraws of progress bars: what a carriage return overwrote is dropped.
 *
 * @module
 */

/** The longest line that is held back in the hope of a redraw, in UTF-16 code units. */
export const REDRAW_LIMIT = 65536;

/**
 * Collapses redraws in text that arrives in pieces.
 *
 * In a line, what stands before a CR that no LF follows is replaced by what follows it; the
 * last redraw that is not empty wins, and CR LF stays CR LF. A redraw longer than
 * {@linkcode REDRAW_LIMIT} is given out for good with the CR that ends it, and collapsing
 * starts again behind it. The result is the same for every division into pieces. Needs no
 * Deno permission.
 *
 * @example
 * ```ts
 * const collapser = new RedrawCollapser();
 * collapser.push("10%\r20%\r") + collapser.end(); // "20%"
 * ```
 */
export class RedrawCollapser {
  /** The redraw in progress. */
  #current = "";
  /** The last redraw of this line that was not empty. */
  #last = "";
  /** The redraw in progress outgrew the limit and is given out as it comes. */
  #passing = false;
  /** The text so far ended in a CR. */
  #pendingCr = false;

  /** Takes the next piece and returns what is certain by now. */
  push(text: string): string {
    if (text === "") return "";
    let out = this.#pendingCr ? this.#return(text.startsWith("\n")) : "";
    this.#pendingCr = false;
    let at = 0;
    while (true) {
      const cr = text.indexOf("\r", at);
      if (cr < 0) return out + this.#lines(text.slice(at));
      out += this.#lines(text.slice(at, cr));
      at = cr + 1;
      if (at === text.length) {
        this.#pendingCr = true;
        return out;
      }
      out += this.#return(text.charCodeAt(at) === 0x0a);
    }
  }

  /** Returns what was held back. The object starts afresh. */
  end(): string {
    const out = this.#pendingCr ? this.#return(false) : "";
    this.#pendingCr = false;
    return out + this.#closeLine();
  }

  /** A CR, once it is known whether LF follows. */
  #return(beforeLineFeed: boolean): string {
    if (beforeLineFeed) return this.#closeLine() + "\r";
    if (this.#passing) {
      this.#passing = false;
      return "\r";
    }
    if (this.#current !== "") this.#last = this.#current;
    this.#current = "";
    return "";
  }

  /** Text without CR: all whole lines of it are certain. */
  #lines(text: string): string {
    const first = text.indexOf("\n");
    if (first < 0) return this.#extend(text);
    const afterLast = text.lastIndexOf("\n") + 1;
    return this.#extend(text.slice(0, first)) + this.#closeLine() +
      text.slice(first, afterLast) + this.#extend(text.slice(afterLast));
  }

  #extend(text: string): string {
    if (this.#passing) return text;
    this.#current += text;
    if (this.#current.length <= REDRAW_LIMIT) return "";
    const out = this.#current;
    this.#current = this.#last = "";
    this.#passing = true;
    return out;
  }

  #closeLine(): string {
    const out = this.#current === "" ? this.#last : this.#current;
    this.#current = this.#last = "";
    this.#passing = false;
    return out;
  }
}
