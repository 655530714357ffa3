/**
 * The texts of cli-wrap's answers, with both streams kept.
 *
 * Pure. @module
 */
import type { Outcome } from "../../call/outcome.ts";

/** How much of stderr follows an answer, and of stdout a job's state, in bytes. */
export const TAIL_BYTES = 2000;
/** How much of both ends of a file an answer shows, in bytes. */
export const EXCERPT_BYTES = 1000;

/** Bytes as UTF-8; bad ones become U+FFFD, everything else stays, also a byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** What of a stream an answer needs. */
export interface Excerpt {
  /** Its first bytes. */
  head: Uint8Array;
  /** Its last bytes. */
  tail: Uint8Array;
  /** Bytes of the whole. */
  size: number;
}

/** Where a call's whole output was put, or why it was not. */
export type Kept = { folder: string } | { fault: string } | undefined;

/** The first bytes of stdout, with a note when there are more. */
export function truncatedText(stdout: Excerpt, limit: number): string {
  const text = decodeText(stdout.head.subarray(0, limit));
  if (stdout.size <= limit) return text;
  return `${text}\n[output truncated: the first ${limit} of ${stdout.size} bytes]`;
}

/** The end of stderr under its name; undefined when there is none. */
export function stderrText(stderr: Excerpt): string | undefined {
  if (stderr.size === 0) return undefined;
  return `stderr (tail):\n${tailText(stderr)}`;
}

/** The last bytes of a stream; a cut one begins with a mark. */
export function tailText({ tail, size }: Excerpt, limit = TAIL_BYTES): string {
  const text = decodeText(tail.subarray(Math.max(0, tail.length - limit)));
  return size > limit ? `...(truncated)...\n${text}` : text;
}

/** What is said of an output that is in a file. */
export function fileText(folder: string, stdout: Excerpt, limit: number | undefined): string {
  const over = limit === undefined ? "" : ` (> ${limit})`;
  const lines = [
    `output: ${stdout.size} bytes${over}`,
    `file: ${folder}/stdout.log`,
    "stderr.log and meta.json are beside it",
    "read the file in parts rather than as a whole",
  ];
  if (stdout.size > 2 * EXCERPT_BYTES) {
    lines.push(
      `head (${EXCERPT_BYTES} bytes):`,
      decodeText(stdout.head.subarray(0, EXCERPT_BYTES)),
    );
    const { tail } = stdout;
    lines.push(
      `tail (${EXCERPT_BYTES} bytes):`,
      decodeText(tail.subarray(Math.max(0, tail.length - EXCERPT_BYTES))),
    );
    // Both ends of a short output would show it twice.
  } else lines.push("content:", decodeText(stdout.head));
  return lines.join("\n");
}

/** The first lines of an answer to a call that failed; undefined for one that did not. */
export function errorText(o: Outcome, timeoutMs: number | undefined): string | undefined {
  if (o.status === "success") return undefined;
  const more = o.message === undefined ? "" : `\n${o.message}`;
  switch (o.reason) {
    case "exit":
      return `error: command exited with code ${exitCodeOf(o)}${more}`;
    case "timeout":
      return `error: command timed out after ${(timeoutMs ?? 0) / 1000}s: ${o.command}`;
    case "spawn":
      return `error: failed to execute ${o.command || o.tool}: ${
        o.message ?? "it cannot be started"
      }`;
    default:
      return `error: ${o.message ?? `the call ended with the reason "${o.reason}"`}`;
  }
}

const SIGNAL_BASE = 128;

/** The exit code; negative for a signal. */
export function exitCodeOf(o: Outcome): number {
  return o.signal === null ? o.exitCode : SIGNAL_BASE - o.exitCode;
}
