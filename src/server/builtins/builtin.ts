/**
 * Functions of the server that answer tools: jobs, locks, the audit log, and what else needs
 * the state folder or a real process id, which no sandbox may see.
 *
 * To add one:
 *
 * 1. write a {@linkcode Builtin} in this folder. It runs under the server's own flags: it may
 *    read and write below `plan.stateFolder` and nothing else, and starts programs only through
 *    {@linkcode BuiltinCall.run} and {@linkcode BuiltinCall.start};
 * 2. name it in `mod.ts`;
 * 3. write the tool's YAML in a bundle that comes with the program: `execution.builtin: NAME`,
 *    alone, or beside the `script`, `command` or `argv` that `run` and `start` are to run. With
 *    `output: json` the function answers a JSON object, {@linkcode answerOf} or
 *    {@linkcode faultOf}; else the text of an outcome.
 *
 * Arguments are checked against the YAML, paths against the roots, and a person is asked where
 * `confirm` says so, before the function is called. What it returns is written into the audit
 * log. What it throws becomes `reason: internal`.
 *
 * @module
 */
import type { AuditLog } from "../../audit/log.ts";
import { type Outcome, type Reason, refusal } from "../../call/outcome.ts";
import type { Progress } from "../../call/progress_lines.ts";
import type { ArgumentValues } from "../../call/values.ts";
import type { Plan, PlanTool } from "../../plan/types.ts";
import type { JsonObject } from "../../spec/types.ts";
import type { Task } from "../../task/task.ts";
import type { CallerTasks } from "../caller_tasks.ts";

/** One call, as the function that answers it gets it. */
export interface BuiltinCall {
  tool: PlanTool;
  /** Checked, with defaults. */
  values: ArgumentValues;
  plan: Plan;
  /** `stdio`, `cli`, or the subject of a token. */
  caller: string;
  /** Unique in this state folder, also as the name of a file. */
  callId: string;
  /** The caller's tasks; undefined where none are kept. */
  tasks: CallerTasks | undefined;
  /** The log of all calls; undefined where none is kept. */
  audit: AuditLog | undefined;
  /** Reads the server's environment; a name that the flags leave out is unset. */
  env: (name: string) => string | undefined;
  /** Aborts when the caller cancels, or leaves, or the server ends. */
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  /**
   * Runs the program that stands beside `builtin`, in the tool's own sandbox.
   *
   * @param values Instead of the call's own
   */
  run(values?: ArgumentValues, options?: RunProgram): Promise<Outcome>;
  /**
   * Starts that program as a task of the caller. With `taskMode: async` it outlives the server.
   *
   * @throws {TypeError} when there are no {@linkcode tasks}
   */
  start(values?: ArgumentValues, options?: StartProgram): Promise<Task>;
}

/** How a program is run. */
export interface RunProgram {
  /** Milliseconds; at most the tool's own `timeoutMs`, which is the default. */
  timeoutMs?: number;
}

/** How a program is started. */
export interface StartProgram {
  /** For the caller, who sees it in lists. */
  label?: string;
}

/** Answers a tool. Never rejects for what a user can meet. */
export type Builtin = (call: BuiltinCall) => Promise<Outcome>;

/** A JSON object as the answer of a call. */
export function answerOf(call: Pick<BuiltinCall, "tool" | "plan">, value: JsonObject): Outcome {
  const none = refusal("exit", "", call.tool.specName, tierOf(call.plan));
  const text = JSON.stringify(value);
  const { message: _, ...rest } = none;
  return {
    ...rest,
    status: "success",
    exitCode: 0,
    stdout: { ...none.stdout, text, bytesSeen: text.length },
  };
}

/**
 * An error as the answer of a call: an object whose `error` is the sentence.
 *
 * @param more What is known besides
 */
export function faultOf(
  call: Pick<BuiltinCall, "tool" | "plan">,
  error: string,
  { reason = "input", more = {} }: { reason?: Reason; more?: JsonObject } = {},
): Outcome {
  const answer = answerOf(call, { error, ...more });
  return { ...answer, status: "error", reason, exitCode: -1, message: error };
}

function tierOf(plan: Plan): Outcome["sandbox"] {
  return plan.tier.name === "missing" ? "none" : plan.tier.name;
}
