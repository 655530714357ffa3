/**
 * Parts bubblewrap's status documents from what the tool wrote to standard error.
 *
 * @module
 */
import { ExitCodeFilter } from "./exit_code_filter.ts";
import { LineFinder } from "./line_finder.ts";

// bubblewrap.c writes `{ "child-pid": %i` and then one `, "%s-namespace": %i` for each namespace.
const CHILD_PID_PREFIX = '{ "child-pid": ';
const CHILD_PID_LINE = /^\{ "child-pid": \d+(?:, "[a-z]+-namespace": \d+)* \}\n$/;
const CHILD_PID_LIMIT = 1024;

/** What is left at the end of the stream. */
export interface StatusFilterEnd {
  /** Bytes that were held back and are no status. */
  rest: Uint8Array[];
  /** Whether bubblewrap made its child. Its set-up may still have failed when there is no exit code. */
  started: boolean;
  /** What bubblewrap said the tool ended with. */
  exitCode?: number;
}

/**
 * Filters a stream that carries the output of `bwrap --json-status-fd` (bwrap(1)) between
 * the tool's own bytes.
 *
 * Two documents count and are removed: the first whole child-pid line, which is written
 * before the tool can run (a launcher's messages may precede it), and the last exit-code
 * document, see {@linkcode ExitCodeFilter}. All else passes byte for byte, documents that
 * the tool made up included. Use it only on streams that bubblewrap writes to: elsewhere the
 * tool's word would count. A process that outlives the tool for a moment can still write a
 * document after the true one, so the exit code is to be compared with the launcher's.
 *
 * The result is the same for every division into chunks. What `push` returns may be views of
 * the chunk. Needs no Deno permission.
 */
export class StatusFilter {
  #childPid = new LineFinder(CHILD_PID_PREFIX, CHILD_PID_LIMIT);
  #exitCode = new ExitCodeFilter();
  #started = false;

  /** Whether bubblewrap has made its child by now. */
  get started(): boolean {
    return this.#started;
  }

  /** Takes the next chunk and returns the bytes that are no status by now. */
  push(bytes: Uint8Array): Uint8Array[] {
    const out: Uint8Array[] = [];
    let at = 0;
    while (!this.#started && at < bytes.length) {
      const { passed, line, next } = this.#childPid.step(bytes, at);
      out.push(...passed);
      at = next;
      if (line === undefined) continue;
      this.#started = CHILD_PID_LINE.test(String.fromCharCode(...line));
      if (!this.#started) out.push(line);
    }
    if (at < bytes.length) out.push(...this.#exitCode.push(bytes.subarray(at)));
    return out;
  }

  /** Ends the stream. */
  end(): StatusFilterEnd {
    const result: StatusFilterEnd = {
      rest: [...this.#childPid.end(), ...this.#exitCode.end()],
      started: this.#started,
    };
    const { exitCode } = this.#exitCode;
    if (exitCode !== undefined) result.exitCode = exitCode;
    return result;
  }
}
