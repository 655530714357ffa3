/**
 * What happened in a call: one type with every fact in it.
 *
 * @module
 */
import type { TierName } from "../plan/types.ts";
import type { StreamResult } from "./capture.ts";

/**
 * Who ended the call: the tool by its `exit`; the caller's `input`; a rule (`policy`); the
 * fence that could not be put up (`sandbox`); the clock (`timeout`); a `limit`; the caller
 * (`cancelled`); a program that is not there (`spawn`); a fault of ours (`internal`).
 */
export type Reason =
  | "exit"
  | "input"
  | "policy"
  | "sandbox"
  | "timeout"
  | "limit"
  | "cancelled"
  | "spawn"
  | "internal";

/** The outcome of one call. */
export interface Outcome {
  status: "success" | "error";
  reason: Reason;
  /** -1 when there is none. */
  exitCode: number;
  /** The signal that ended the tool, read off its exit code (128 + n). */
  signal: string | null;
  timedOut: boolean;
  stdout: StreamResult;
  stderr: StreamResult;
  /** For people: the words of the command. */
  command: string;
  /** The words themselves, where the answer tells them. */
  words?: string[];
  executionTimeMs: number;
  tool: string;
  sandbox: TierName;
  /** Absolute paths of files that outlive the call. */
  outputFiles: string[];
  /** What to tell the caller beyond the streams: why it was refused, which limit was met, what a code means. */
  message?: string;
}

const EMPTY: StreamResult = { text: "", truncated: false, bytesSeen: 0, overSpillLimit: false };

/** An outcome of a call that started nothing. */
export function refusal(
  reason: Reason,
  message: string,
  tool: string,
  sandbox: TierName,
  executionTimeMs = 0,
): Outcome {
  return {
    status: "error",
    reason,
    exitCode: -1,
    signal: null,
    timedOut: false,
    stdout: EMPTY,
    stderr: EMPTY,
    command: "",
    executionTimeMs,
    tool,
    sandbox,
    outputFiles: [],
    message,
  };
}

/** The signals that a shell's 128 + n can mean (signal(7), x86 and ARM). */
const SIGNALS: Record<number, string> = {
  1: "SIGHUP",
  2: "SIGINT",
  3: "SIGQUIT",
  4: "SIGILL",
  5: "SIGTRAP",
  6: "SIGABRT",
  7: "SIGBUS",
  8: "SIGFPE",
  9: "SIGKILL",
  10: "SIGUSR1",
  11: "SIGSEGV",
  12: "SIGUSR2",
  13: "SIGPIPE",
  14: "SIGALRM",
  15: "SIGTERM",
  24: "SIGXCPU",
  25: "SIGXFSZ",
  31: "SIGSYS",
};

/** The signal behind an exit code, or null. */
export function signalOf(exitCode: number): string | null {
  return SIGNALS[exitCode - 128] ?? null;
}
