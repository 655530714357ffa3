/**
 * What goes into a registry and comes out of it.
 *
 * @module
 */
import type { NetGate } from "../call/net_gate.ts";
import type { Progress } from "../call/progress_lines.ts";
import { quoteValue } from "../call/quote_value.ts";
import type { JsonObject } from "../spec/types.ts";
import type { Task } from "../task/task.ts";
import type { FindBuiltin } from "./builtins/answer.ts";
import type { CallerTasks } from "./caller_tasks.ts";
import type { Outputs } from "./outputs.ts";
import type { Ask } from "./confirm.ts";
import type { ToolResult } from "./record.ts";
import type { Witness } from "./witness.ts";

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  name: string;
  title?: string;
  description: string;
  inputSchema: JsonObject;
  outputSchema?: JsonObject;
  annotations: JsonObject;
  /** Only where calls can be tasks (MCP 2025-11-25, basic/utilities/tasks). */
  execution?: { taskSupport: "forbidden" | "optional" };
}

/** What a call may be given. */
export interface CallOptions {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** Asks a person, for tools that want one; undefined when the client cannot. */
  ask?: Ask;
  /** Names the call's files; made up unless given. */
  callId?: string;
  /** Files that take the whole streams. */
  logs?: { stdout: string; stderr: string };
}

/** What a call has come to: its answer, or a task. */
export type Begun = { result: ToolResult } | { task: Task };

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
  /** The caller's output files; without them links lead to files of this machine alone. */
  outputs?: Outputs;
  /** The caller's tasks; without them a call of an async tool is waited for. */
  tasks?: CallerTasks;
  /** Where the functions that answer tools are looked for; by default the server's own. */
  findBuiltin?: FindBuiltin;
}

/** No tool has this name. */
export class UnknownToolError extends Error {
  override name = "UnknownToolError";
}

/** The tool's calls cannot be tasks. */
export class NoTaskError extends Error {
  override name = "NoTaskError";
}

/** What {@linkcode NoTaskError} says. */
export function noTask(name: string): string {
  return `The tool ${quoteValue(name)} does not run as a task; call it without "task"`;
}
