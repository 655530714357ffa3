/**
 * Takes bubblewrap's exit code document out of the bytes of the tool.
 *
 * @module
 */
import { concatBytes } from "./concat_bytes.ts";

/** How many bytes are held back from the newest document on. */
export const HOLD_LIMIT = 65536;

const OPENING = new TextEncoder().encode('{ "exit-code": ');
const CLOSING = new TextEncoder().encode(" }\n");
const BRACE = 0x7b;
const MOST_DIGITS = 3;

/** What stands at a place that may be a document. */
type Match = { kind: "none" | "incomplete" } | { kind: "document"; length: number; code: number };

/**
 * Finds the last document `{ "exit-code": N }` with its LF, anywhere in a line: a tool may
 * print the same, but bubblewrap writes after it. Each document is held back with what
 * follows it until a newer one comes; then it was the tool's, and passes. One with more than
 * {@linkcode HOLD_LIMIT} bytes from its beginning on passes too, but its number stays known.
 * The result is the same for every division into chunks. Needs no Deno permission.
 */
export class ExitCodeFilter {
  /** Bytes from the newest document on; empty when there is none to hold. */
  #held: Uint8Array[] = [];
  #heldLength = 0;
  #documentLength = 0;
  /** The chunk's end, when it may be the beginning of a document. */
  #partial = new Uint8Array(0);
  #exitCode: number | undefined;

  /** The number of the newest document. */
  get exitCode(): number | undefined {
    return this.#exitCode;
  }

  /** Takes the next chunk and returns the bytes that are the tool's by now; they may be views of it. */
  push(chunk: Uint8Array): Uint8Array[] {
    const bytes = this.#partial.length > 0 ? concatBytes(this.#partial, chunk) : chunk;
    const out: Uint8Array[] = [];
    this.#partial = new Uint8Array(0);
    let done = 0;
    let end = bytes.length;
    let brace = bytes.indexOf(BRACE);
    while (brace >= 0) {
      const match = matchDocument(bytes, brace);
      if (match.kind === "incomplete") {
        this.#partial = bytes.slice(brace);
        end = brace;
        break;
      }
      if (match.kind === "document") {
        this.#release(out);
        if (brace > done) out.push(bytes.subarray(done, brace));
        done = brace + match.length;
        this.#held = [bytes.slice(brace, done)];
        this.#heldLength = this.#documentLength = match.length;
        this.#exitCode = match.code;
      }
      brace = bytes.indexOf(BRACE, Math.max(done, brace + 1));
    }
    this.#pass(bytes.subarray(done, end), out);
    return out;
  }

  /** Returns what was held back, without the last document. */
  end(): Uint8Array[] {
    const rest = [...this.#held.slice(1), this.#partial].filter((part) => part.length > 0);
    this.#held = [];
    this.#partial = new Uint8Array(0);
    return rest;
  }

  /** Holds the bytes behind the newest document, or passes them when there is none to hold. */
  #pass(bytes: Uint8Array, out: Uint8Array[]): void {
    const length = this.#heldLength + bytes.length;
    if (this.#held.length > 0 && length + this.#partial.length <= HOLD_LIMIT) {
      // A copy, as the chunk's buffer may be reused.
      if (bytes.length > 0) this.#held.push(bytes.slice());
      this.#heldLength = length;
      return;
    }
    this.#release(out);
    if (bytes.length > 0) out.push(bytes);
  }

  #release(out: Uint8Array[]): void {
    out.push(...this.#held);
    this.#held = [];
    this.#heldLength = 0;
  }
}

/** bubblewrap writes exactly `{ "exit-code": %i }\n` in one write (bubblewrap.c). */
function matchDocument(bytes: Uint8Array, start: number): Match {
  const opening = matchBytes(bytes, start, OPENING);
  if (opening !== "all") return { kind: opening };
  let at = start + OPENING.length;
  let digits = "";
  while (digits.length < MOST_DIGITS && isDigit(bytes[at])) {
    digits += String.fromCharCode(bytes[at]!);
    at++;
  }
  if (at === bytes.length) return { kind: "incomplete" };
  if (digits === "") return { kind: "none" };
  const closing = matchBytes(bytes, at, CLOSING);
  if (closing !== "all") return { kind: closing };
  return { kind: "document", length: at + CLOSING.length - start, code: Number(digits) };
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** Whether `expected` stands at `at`: all of it, not, or as far as the bytes go. */
function matchBytes(
  bytes: Uint8Array,
  at: number,
  expected: Uint8Array,
): "all" | "none" | "incomplete" {
  for (let i = 0; i < expected.length; i++) {
    if (at + i === bytes.length) return "incomplete";
    if (bytes[at + i] !== expected[i]) return "none";
  }
  return "all";
}
