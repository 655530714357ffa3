/**
 * Answers `shell_run` and `run_python`: the program beside them runs in its sandbox, and what
 * came of it becomes one JSON object.
 *
 * @module
 */
import type { StreamResult } from "../../call/capture.ts";
import type { Outcome } from "../../call/outcome.ts";
import type { ArgumentValues } from "../../call/values.ts";
import type { JsonObject } from "../../spec/types.ts";
import { answerOf, type Builtin, type BuiltinCall, faultOf } from "./builtin.ts";

/** How scripts of the bundle say that the command was not begun. */
const NOT_BEGUN = /^director: (.+)$/;
const NOT_BEGUN_CODE = 125;

/** The sentence of a script that has not begun the command. */
export function notBegun(exitCode: number, stderr: string): string | undefined {
  return exitCode === NOT_BEGUN_CODE ? NOT_BEGUN.exec(stderr.trim())?.[1] : undefined;
}

/** Runs a command in a shell. */
export const shellRun: Builtin = async (call) => {
  if (String(call.values["command"]).trim() === "") {
    return faultOf(call, "The command is empty");
  }
  return told(call, await call.run(undefined, limitOf(call)));
};

/** Runs Python code. */
export const runPython: Builtin = async (call) => {
  const python = await pythonOf(call);
  const outcome = await call.run(undefined, limitOf(call));
  return told(call, outcome, python === undefined ? {} : { python_executable: python });
};

function limitOf({ values }: BuiltinCall): { timeoutMs: number } {
  return { timeoutMs: Number(values["timeout_ms"]) };
}

/** An exit code is an answer, whatever it is; what kept the command from its end is an error. */
function told(call: BuiltinCall, outcome: Outcome, more: JsonObject = {}): Outcome {
  const { exitCode, reason, signal, executionTimeMs, stdout, stderr } = outcome;
  const sentence = notBegun(exitCode, stderr.text);
  if (sentence !== undefined && stdout.bytesSeen === 0) return faultOf(call, sentence);
  const parts = {
    exit_code: exitCode,
    ...(signal !== null && { signal }),
    duration_ms: executionTimeMs,
    stdout: preview(stdout),
    stderr: preview(stderr),
    ...more,
  };
  const answer = reason === "exit"
    ? answerOf(call, parts)
    : faultOf(call, outcome.message ?? `The command did not end by itself (${reason})`, {
      reason,
      more: { ...parts, ...(outcome.timedOut && { timed_out: true }) },
    });
  return {
    ...answer,
    ...{ executionTimeMs, command: outcome.command, outputFiles: outcome.outputFiles },
    timedOut: outcome.timedOut,
  };
}

function preview({ text, truncated, spillPath, spillError }: StreamResult): JsonObject {
  return {
    text,
    ...(truncated && { truncated }),
    ...(spillPath !== undefined && { full_output_path: spillPath }),
    ...(spillError !== undefined && { full_output_error: spillError }),
  };
}

/** The Python of each plan: it is asked once, and changes no more than the sandbox that holds it. */
const pythons = new Map<string, Promise<string | undefined>>();
const PYTHON_MS = 10_000;

function pythonOf(call: BuiltinCall): Promise<string | undefined> {
  const { folder } = call.plan;
  let python = pythons.get(folder);
  if (!python) {
    const values: ArgumentValues = { code: "import sys; print(sys.executable)" };
    python = call.run(values, { timeoutMs: PYTHON_MS }).then((outcome) => {
      if (outcome.status === "success") return outcome.stdout.text;
      // Cancelled, perhaps: the next call asks again.
      pythons.delete(folder);
      return undefined;
    });
    pythons.set(folder, python);
  }
  return python;
}
