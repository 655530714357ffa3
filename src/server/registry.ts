/**
 * The tools of a plan: listed, checked, called. Every protocol era and the command line
 * call through this one.
 *
 * Deno permissions: those of {@linkcode callTool}.
 *
 * @module
 */
import type { ArgumentValues, ResponseMode } from "../call/arguments.ts";
import { type CallContext, callTool } from "../call/call_tool.ts";
import type { Outcome } from "../call/outcome.ts";
import { NetGate } from "../call/net_gate.ts";
import { quoteValue } from "../call/quote_value.ts";
import { isAsync, type Plan, type PlanTool } from "../plan/types.ts";
import type { Admitted } from "./admission.ts";
import { answerBuiltin, type BuiltinHost } from "./builtins/answer.ts";
import type { Outputs } from "./outputs.ts";
import { schemaCheck } from "./output_schema.ts";
import { jsonResult, recordResult, type ToolResult } from "./record.ts";
import type { Task } from "../task/task.ts";
import type { CallerTasks } from "./caller_tasks.ts";
import { startedResult } from "./task_entry.ts";
import { callTaskTool, isTaskTool } from "./task_tools.ts";
import {
  type Begun,
  type CallOptions,
  type ListedTool,
  noTask,
  NoTaskError,
  type RegistryOptions,
  UnknownToolError,
} from "./registry_types.ts";
import { newCallId, readVariable, withHints } from "./registry_support.ts";
import { keepJob } from "./wrapped/job_files.ts";
import { callJobTool, isJobTool, startedText } from "./wrapped/jobs.ts";
import { answerWrapped, isWrapped, type WrappedCall, wrappedResult } from "./wrapped/answer.ts";
import { ToolSet } from "./tool_set.ts";
import type { Witness } from "./witness.ts";

export {
  type CallOptions,
  type ListedTool,
  NoTaskError,
  type RegistryOptions,
  UnknownToolError,
} from "./registry_types.ts";

const STALE = "The tools were loaded anew while this call waited, so it did not run; call again";

/** The tools of a plan. */
export class Registry implements Disposable {
  #set: ToolSet;
  #before: ToolSet | undefined;
  readonly #running = new Map<Promise<unknown>, AbortController>();
  readonly #gate: NetGate;
  readonly #env: (name: string) => string | undefined;

  readonly #witness: Witness | undefined;
  readonly #caller: string;
  readonly #builtins: BuiltinHost;
  /** The caller's output files. */
  readonly outputs: Outputs | undefined;
  readonly #tasks: CallerTasks | undefined;

  constructor(plan: Plan, options: RegistryOptions = {}) {
    this.#set = new ToolSet(plan, options.withheld ?? new Map());
    this.#gate = options.gate ?? new NetGate(plan);
    this.#env = options.env ?? readVariable;
    this.#witness = options.witness;
    this.#caller = options.caller ?? "library";
    this.outputs = options.outputs;
    this.#tasks = options.tasks;
    this.#builtins = {
      caller: this.#caller,
      tasks: options.tasks,
      witness: options.witness,
      ...(options.findBuiltin && { find: options.findBuiltin }),
    };
  }

  /** The plan that is served now. */
  get plan(): Plan {
    return this.#set.plan;
  }

  /** The caller's tasks, when some tool is async. */
  get tasks(): CallerTasks | undefined {
    return this.#set.hasTasks ? this.#tasks : undefined;
  }

  /**
   * Serves another plan from now on. Calls that run go on; those of the plan before that
   * still wait, for a person or for their turn, begin as they were meant until the next one comes.
   */
  adopt(plan: Plan, withheld: ReadonlyMap<string, string>) {
    if (this.#before) this.#before.stale = true;
    this.#before = this.#set;
    this.#set = new ToolSet(plan, withheld);
    this.outputs?.adopt(plan);
  }

  /** The tools that can be offered, by name. */
  list(): ListedTool[] {
    return this.#set.list(this.tasks);
  }

  /** Ends every call that is running, and resolves when all have ended. */
  async endAll(): Promise<void> {
    for (const abort of this.#running.values()) abort.abort();
    await Promise.allSettled([...this.#running.keys()]);
  }

  /** Closes the ways out. */
  [Symbol.dispose]() {
    this.#gate[Symbol.dispose]();
  }

  /** @throws {UnknownToolError} */
  tool(name: string): PlanTool {
    const tool = this.#set.tools.get(name);
    if (!tool) throw new UnknownToolError(`Unknown tool: ${quoteValue(name)}`);
    return tool;
  }

  /**
   * Calls a tool. Whatever goes wrong with the call is in the result. An async tool answers
   * with the id of its task, where this caller has tasks.
   *
   * @throws {UnknownToolError} when no tool has the name
   */
  async call(name: string, args: unknown, options: CallOptions = {}): Promise<ToolResult> {
    const begun = await this.begin(name, args, options);
    return "task" in begun ? startedResult(begun.task) : begun.result;
  }

  /**
   * Calls a tool, for callers who follow tasks themselves: an admitted call of an async tool
   * has become a task, anything else is answered.
   *
   * @throws {UnknownToolError} when no tool has the name
   */
  async begin(name: string, args: unknown, options: CallOptions = {}): Promise<Begun> {
    const { tasks } = this;
    const builtin = tasks &&
      (await callTaskTool(tasks, name, args) ?? await callJobTool(this.plan, tasks, name, args));
    const begun = builtin ? { result: builtin } : await this.#begin(name, args, options);
    if ("result" in begun) await this.outputs?.keep(begun.result);
    return begun;
  }

  async #begin(name: string, args: unknown, options: CallOptions): Promise<Begun> {
    const set = this.#set;
    const tool = this.tool(name);
    if (this.tasks && isAsync(tool)) {
      const admitted = await set.admission.admit(tool, args, options);
      if ("values" in admitted) {
        const task = await this.#start(set, tool, args, admitted);
        return isJobTool(tool) ? { result: startedText(tool, task) } : { task };
      }
      await this.#witness?.saw(this.#caller, tool, args, admitted.refused);
      const { refused, mode } = admitted;
      return {
        result: isJobTool(tool) ? wrappedResult(tool, refused) : recordResult(refused, mode),
      };
    }
    if (isWrapped(tool)) {
      const make = (more: WrappedCall) => this.run(tool, args, { ...options, ...more });
      const made = async (more: WrappedCall) => (await make(more)).outcome;
      return { result: await answerWrapped(this.plan, tool, args, made) };
    }
    const { outcome, mode } = await this.run(tool, args, options);
    if (tool.outputSchema) {
      return { result: jsonResult(outcome, tool, await schemaCheck(tool.outputSchema)) };
    }
    return { result: recordResult(outcome, mode) };
  }

  /**
   * Makes a call of an async tool a task, whatever becomes of it.
   *
   * @throws {UnknownToolError} when no tool has the name
   * @throws {NoTaskError} when the tool cannot be a task
   */
  async startTask(
    name: string,
    args: unknown,
    options: CallOptions & { ttlMs?: number | undefined } = {},
  ): Promise<Task> {
    if (this.tasks && isTaskTool(this.tasks, name)) throw new NoTaskError(noTask(name));
    const set = this.#set;
    const tool = this.tool(name);
    if (!this.tasks || !isAsync(tool) || isJobTool(tool)) throw new NoTaskError(noTask(name));
    const admitted = await set.admission.admit(tool, args, options);
    return await this.#start(set, tool, args, admitted, options.ttlMs);
  }

  #start(
    set: ToolSet,
    tool: PlanTool,
    args: unknown,
    admitted: Admitted,
    ttlMs?: number,
  ): Promise<Task> {
    return this.#tasks!.start({
      tool: tool.name,
      mode: admitted.mode,
      ttlMs,
      detached: tool.jobLauncher !== undefined,
      run: async ({ id, job, signal, onProgress }) => {
        const outcome = "values" in admitted
          ? await this.#execute(set, tool, admitted, { callId: id, job, signal, onProgress })
          : admitted.refused;
        await this.#witness?.saw(this.#caller, tool, args, outcome);
        if (isJobTool(tool)) {
          await keepJob(set.plan, tool, id, outcome, `${job.folder}/stdout.log`);
        }
        return outcome;
      },
    });
  }

  /** Runs a tool and returns the outcome itself. */
  async run(
    tool: PlanTool,
    args: unknown,
    options: CallOptions = {},
  ): Promise<{ outcome: Outcome; mode: ResponseMode }> {
    const abort = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, abort.signal]) : abort.signal;
    const running = this.#run(tool, args, { ...options, signal });
    this.#running.set(running, abort);
    const result = await running.finally(() => this.#running.delete(running));
    await this.#witness?.saw(this.#caller, tool, args, result.outcome);
    return result;
  }

  async #run(
    tool: PlanTool,
    args: unknown,
    options: CallOptions,
  ): Promise<{ outcome: Outcome; mode: ResponseMode }> {
    const set = this.#set;
    const admitted = await set.admission.admit(tool, args, options);
    const { mode } = admitted;
    if ("refused" in admitted) return { outcome: admitted.refused, mode };
    const context = { callId: newCallId(), ...options };
    return { outcome: await this.#execute(set, tool, admitted, context), mode };
  }

  /** Never rejects. */
  async #execute(
    set: ToolSet,
    tool: PlanTool,
    { values, mode }: { values: ArgumentValues; mode: ResponseMode },
    context: Omit<CallContext, "plan" | "env" | "gate">,
  ): Promise<Outcome> {
    if (set.stale) return set.admission.refusal(tool, "policy", STALE);
    try {
      const shared = { plan: set.plan, env: this.#env, gate: this.#gate };
      const whole = { ...shared, ...context };
      const outcome = tool.builtin === undefined
        ? await callTool(tool, values, whole)
        : await answerBuiltin(tool, values, { ...whole, mode }, this.#builtins);
      return withHints(tool, outcome);
    } catch (error) {
      const message = `A fault of the server: ${(error as Error).message}`;
      return set.admission.refusal(tool, "internal", message);
    }
  }
}
