/**
 * The tools of a plan: listed, checked, called. Every protocol era and the command line
 * call through this one.
 *
 * Deno permissions: those of {@linkcode callTool}.
 *
 * @module
 */
import { ArgumentChecker, type ResponseMode } from "../call/arguments.ts";
import { callTool } from "../call/call_tool.ts";
import { type Outcome, refusal } from "../call/outcome.ts";
import type { Progress } from "../call/progress_lines.ts";
import { NetGate } from "../call/net_gate.ts";
import { quoteValue } from "../call/quote_value.ts";
import type { Plan, PlanTool } from "../plan/types.ts";
import { RESPONSE_MODE } from "../spec/input_schema.ts";
import type { JsonObject } from "../spec/types.ts";
import { type Ask, confirmCall } from "./confirm.ts";
import { schemaCheck } from "./output_schema.ts";
import { jsonResult, recordResult, type ToolResult } from "./record.ts";
import type { Witness } from "./witness.ts";

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  name: string;
  title?: string;
  description: string;
  inputSchema: JsonObject;
  outputSchema?: JsonObject;
  annotations: JsonObject;
}

/** What a call may be given. */
export interface CallOptions {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** Asks a person, for tools that want one; undefined when the client cannot. */
  ask?: Ask;
}

/** What a registry may be given. */
export interface RegistryOptions {
  /** Tools that the server's flags do not let it run, with what is missing. */
  withheld?: ReadonlyMap<string, string>;
  /** Reads the environment; by default this process's own. */
  env?: (name: string) => string | undefined;
  /** Writes calls down. */
  witness?: Witness;
  /** Who calls, for the audit log. */
  caller?: string;
  /** The ways out, when several registries share them. */
  gate?: NetGate;
}

/** No tool has this name. */
export class UnknownToolError extends Error {
  override name = "UnknownToolError";
}

/** The tools of one plan. */
export class Registry implements Disposable {
  readonly plan: Plan;
  readonly #tools: Map<string, PlanTool>;
  readonly #checkers = new Map<string, Promise<ArgumentChecker>>();
  readonly #running = new Map<Promise<unknown>, AbortController>();
  readonly #withheld: ReadonlyMap<string, string>;
  readonly #gate: NetGate;
  readonly #env: (name: string) => string | undefined;

  readonly #witness: Witness | undefined;
  readonly #caller: string;

  constructor(plan: Plan, options: RegistryOptions = {}) {
    this.plan = plan;
    this.#gate = options.gate ?? new NetGate(plan);
    this.#tools = new Map(plan.tools.map((t) => [t.name, t]));
    this.#withheld = options.withheld ?? new Map();
    this.#env = options.env ?? readVariable;
    this.#witness = options.witness;
    this.#caller = options.caller ?? "library";
  }

  /** The tools that can be offered, by name. */
  list(): ListedTool[] {
    return this.plan.tools.filter((t) => !this.#withheld.has(t.name)).map((t) => ({
      name: t.name,
      ...(t.title !== undefined && { title: t.title }),
      description: t.description,
      inputSchema: t.inputSchema,
      ...(t.outputSchema && { outputSchema: t.outputSchema }),
      annotations: { ...(t.title !== undefined && { title: t.title }), ...t.annotations },
    }));
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
    const tool = this.#tools.get(name);
    if (!tool) throw new UnknownToolError(`Unknown tool: ${quoteValue(name)}`);
    return tool;
  }

  /**
   * Calls a tool. Whatever goes wrong with the call is in the result.
   *
   * @throws {UnknownToolError} when no tool has the name
   */
  async call(name: string, args: unknown, options: CallOptions = {}): Promise<ToolResult> {
    const tool = this.tool(name);
    const { outcome, mode } = await this.run(tool, args, options);
    if (tool.outputSchema) {
      return jsonResult(outcome, tool, await schemaCheck(tool.outputSchema));
    }
    return recordResult(outcome, mode);
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
    const tier = this.plan.tier.name === "missing" ? "none" : this.plan.tier.name;
    const withheld = this.#withheld.get(tool.name);
    const refuse = (reason: Outcome["reason"], message: string) => ({
      outcome: refusal(reason, message, tool.specName, tier),
      mode: askedMode(args),
    });
    if (withheld !== undefined) return refuse("policy", withheld);
    try {
      const checked = (await this.#checker(tool)).check(args);
      if (!checked.ok) return refuse("input", checked.message);
      const refused = await confirmCall(
        tool,
        checked.values,
        this.plan.approved,
        options.ask,
        options.signal,
      );
      if (refused !== undefined) {
        return refuse(options.signal?.aborted ? "cancelled" : "policy", refused);
      }
      const outcome = await callTool(tool, checked.values, {
        plan: this.plan,
        callId: newCallId(),
        env: this.#env,
        gate: this.#gate,
        ...options,
      });
      if (tool.unhealthy !== undefined) {
        Object.assign(outcome, { status: "error", reason: "spawn", message: tool.unhealthy });
      }
      if (outcome.status === "error" && tool.hints.length > 0) {
        outcome.message = [outcome.message, ...tool.hints].filter((m) => m !== undefined).join(
          "\n",
        );
      }
      return { outcome, mode: checked.responseMode };
    } catch (error) {
      return refuse("internal", `A fault of the server: ${(error as Error).message}`);
    }
  }

  #checker(tool: PlanTool): Promise<ArgumentChecker> {
    let checker = this.#checkers.get(tool.name);
    if (!checker) {
      checker = ArgumentChecker.create(tool.parameters, { responseMode: tool.responseMode });
      this.#checkers.set(tool.name, checker);
    }
    return checker;
  }
}

/** The mode that a refused call asked for: whoever reads structured content reads refusals there too. */
function askedMode(args: unknown): ResponseMode {
  const asked = (args as Record<string, unknown> | null | undefined)?.[RESPONSE_MODE.name];
  return asked === "structuredContent" ? asked : "content";
}

/** Sorts by time and cannot be guessed; a file name on every system. */
function newCallId(): string {
  return `${new Date().toISOString().replace(/[-:.]/g, "")}-${crypto.randomUUID()}`;
}

/** A variable that the flags do not name is as good as unset. */
function readVariable(name: string): string | undefined {
  try {
    return Deno.env.get(name);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) return undefined;
    throw error;
  }
}
