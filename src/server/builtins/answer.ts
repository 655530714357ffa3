/**
 * Calls the function that answers a tool.
 *
 * @module
 */
import { type CallContext, callTool } from "../../call/call_tool.ts";
import { type Outcome, refusal } from "../../call/outcome.ts";
import type { ArgumentValues } from "../../call/values.ts";
import type { ResponseMode } from "../../call/arguments.ts";
import type { PlanTool } from "../../plan/types.ts";
import type { CallerTasks } from "../caller_tasks.ts";
import type { Witness } from "../witness.ts";
import type { Builtin, BuiltinCall } from "./builtin.ts";
import { findBuiltin } from "./mod.ts";

/** Where functions are looked for by name; by default those of the server. */
export type FindBuiltin = (name: string) => Promise<Builtin | undefined>;

/** What the functions need of their server. */
export interface BuiltinHost {
  caller: string;
  tasks: CallerTasks | undefined;
  witness: Witness | undefined;
  find?: FindBuiltin;
}

/** Answers a tool that has a `builtin`. */
export async function answerBuiltin(
  tool: PlanTool,
  values: ArgumentValues,
  context: CallContext & { mode: ResponseMode },
  { caller, tasks, witness, find = findBuiltin }: BuiltinHost,
): Promise<Outcome> {
  const { plan, mode, ...rest } = context;
  const refuse = (reason: Outcome["reason"], message: string) =>
    refusal(reason, message, tool.specName, plan.tier.name === "missing" ? "none" : plan.tier.name);
  const builtin = await find(tool.builtin!);
  if (!builtin) return refuse("policy", `This version has no builtin "${tool.builtin}"`);
  if (context.signal?.aborted) return refuse("cancelled", "The call was cancelled before it began");
  const call: BuiltinCall = {
    tool,
    values,
    plan,
    caller,
    callId: context.callId,
    tasks,
    audit: witness?.log,
    env: context.env,
    signal: context.signal ?? new AbortController().signal,
    onProgress: (progress) => context.onProgress?.(progress),
    run: (own = values, options = {}) => callTool(tool, own, { plan, ...rest, ...options }),
    start: (own = values, { label } = {}) => {
      if (!tasks) throw new TypeError("No tasks are kept here");
      return tasks.start({
        tool: tool.name,
        mode,
        label,
        detached: tool.jobLauncher !== undefined,
        run: async ({ id, job, signal, onProgress }) => {
          const { env, gate } = rest;
          const shared = { plan, env, ...(gate && { gate }) };
          const outcome = await callTool(tool, own, {
            ...shared,
            ...{ callId: id, job, signal, onProgress },
          });
          await witness?.saw(caller, tool, own, outcome);
          return outcome;
        },
      });
    },
  };
  return await builtin(call);
}
