/**
 * How a run that came to its end is to be called: success, or whose fault.
 *
 * Pure. @module
 */
import type { PlanTool, TierName } from "../plan/types.ts";
import type { Mount } from "./mounts.ts";
import { type Outcome, type Reason, signalOf } from "./outcome.ts";
import { explainRefusal, readRefusal } from "./refused.ts";
import type { RunResult } from "./run.ts";

/** What of a tool decides how its run is called. */
export type JudgedTool = Pick<PlanTool, "specName" | "timeoutMs" | "exitCodes" | "limits">;

/** What the judgement needs beside the run itself. */
export interface Circumstances {
  tool: JudgedTool;
  command: string;
  mounts: readonly Mount[];
  tier: TierName;
  outputFiles: string[];
  /** The files that the call's arguments named to be written. */
  written?: readonly string[];
  /** Hosts that the call tried to reach and may not. */
  blocked?: readonly string[];
}

/** Turns a finished run into an outcome. */
export function judge(result: RunResult, c: Circumstances): Outcome {
  const { tool } = c;
  const spilled = [result.stdout.spillPath, result.stderr.spillPath].filter((p) => p !== undefined);
  const outcome = (status: Outcome["status"], reason: Reason, message?: string): Outcome => {
    const ran = reason !== "sandbox" && reason !== "policy" && reason !== "input" &&
      reason !== "internal";
    const told = [message, blockedText(c.blocked ?? [])].filter((m) => m !== undefined);
    const exitCode = ran && result.reported !== undefined ? result.status.code : -1;
    return {
      status,
      reason,
      exitCode,
      signal: ran ? result.status.signal ?? signalOf(exitCode) : null,
      timedOut: result.timedOut,
      stdout: result.stdout,
      stderr: result.stderr,
      command: c.command,
      executionTimeMs: result.executionTimeMs,
      tool: tool.specName,
      sandbox: c.tier,
      outputFiles: [
        ...(status === "success" ? c.written ?? [] : []),
        ...c.outputFiles,
        ...spilled,
      ],
      ...(told.length > 0 && { message: told.join("\n") }),
    };
  };
  if (result.cancelled) {
    return outcome(
      "error",
      "cancelled",
      "The call was cancelled; what was printed until then follows",
    );
  }
  if (result.timedOut) {
    return outcome(
      "error",
      "timeout",
      `The call was ended after ${tool.timeoutMs} ms; what was printed until then follows`,
    );
  }
  if (result.outputLimit) {
    return outcome(
      "error",
      "limit",
      `The output outgrew ${tool.limits.spillMb} MiB (limits.spillMb), so the call was ended`,
    );
  }
  if (!result.started) {
    const said = readRefusal(result.stderr.text, c.mounts);
    if (said) {
      const { reason, message } = explainRefusal(said, c.tier);
      return outcome("error", reason, message);
    }
    return outcome("error", "sandbox", `The sandbox could not be set up${lastWord(result)}`);
  }
  if (result.reported === undefined) {
    return outcome(
      "error",
      "sandbox",
      `The tool could not be started in its sandbox${lastWord(result)}`,
    );
  }
  const staged = c.mounts.some((m) => m.word === "write");
  if (staged && result.status.code === 126 && result.reported !== 126) {
    return outcome(
      "error",
      "sandbox",
      "The tool succeeded, but its output could not be put in place",
    );
  }
  // A process that outlives the tool for a moment can write a document of its own after the
  // true one; the launcher's exit code is out of its reach.
  const { code } = result.status;
  const meaning = tool.exitCodes[String(code)];
  if (code === 0) return outcome("success", "exit");
  if (meaning !== undefined) return outcome("success", "exit", meaning);
  const signal = signalOf(code);
  if (signal === "SIGXCPU") {
    return outcome(
      "error",
      "limit",
      `A process used up its ${tool.limits.cpuSeconds} CPU seconds (limits.cpuSeconds)`,
    );
  }
  if (signal === "SIGXFSZ") {
    return outcome("error", "limit", `A file outgrew ${tool.limits.fileMb} MiB (limits.fileMb)`);
  }
  return outcome("error", "exit", suspicion(result));
}

function blockedText(blocked: readonly string[]): string | undefined {
  if (blocked.length === 0) return undefined;
  return `Not let out to: ${blocked.join("; ")}. Hosts are declared in the bundle's "net"`;
}

function lastWord(result: RunResult): string {
  const line = result.stderr.text.trim().split("\n").at(-1) ?? "";
  return line === "" ? "" : `: ${line}`;
}

/** Limits that show only in what the tool says of them: named as suspected. */
function suspicion(result: RunResult): string | undefined {
  const text = result.stderr.text.slice(-8192);
  if (/no space left on device/i.test(text)) {
    return "Suspected: the private /tmp is full (limits.tmpMb), or the disk is";
  }
  if (/cannot allocate memory|out of memory|MemoryError|std::bad_alloc/i.test(text)) {
    return "Suspected: the memory limit was met (limits.memoryMb)";
  }
  if (/fork: (retry: )?resource temporarily unavailable/i.test(text)) {
    return "Suspected: the process limit was met (limits.pids)";
  }
  return undefined;
}
