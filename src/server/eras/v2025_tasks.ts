/**
 * Tasks of MCP 2025-11-25 (basic/utilities/tasks) over the server's own tasks.
 *
 * Own handlers, since the SDK's (1.32) know neither callers nor a durable store, and answer
 * the result of a cancelled task with an internal error.
 *
 * @module
 */
import type { Server } from "@modelcontextprotocol/sdk/server";
// @ts-types="@modelcontextprotocol/sdk/types"
import {
  CancelTaskRequestSchema,
  GetTaskPayloadRequestSchema,
  GetTaskRequestSchema,
  ListTasksRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { isTerminal, type Task, type TaskStatus } from "../../task/task.ts";
import type { CallerTasks } from "../caller_tasks.ts";
import { pageOf } from "../pages.ts";
import { ProgressNotes } from "../progress.ts";
import type { CallOptions, Registry } from "../registry.ts";
import { iso } from "../task_entry.ts";
import { INVALID_PARAMS, rpcError } from "./rpc_error.ts";

const RELATED_TASK = "io.modelcontextprotocol/related-task";
/** How often a client should ask, in milliseconds. */
const POLL_MS = 500;

/** The protocol knows no waiting for a turn. */
const STATUSES: Record<TaskStatus, string> = {
  pending: "working",
  running: "working",
  completed: "completed",
  failed: "failed",
  cancelled: "cancelled",
};

/** What a server with tasks declares. */
export function tasksCapability(list: boolean) {
  return { ...(list && { list: {} }), cancel: {}, requests: { tools: { call: {} } } };
}

/** A task in the words of the protocol. */
export function protocolTask(task: Task) {
  const waiting = task.status === "pending" ? "Waiting for its turn" : undefined;
  const statusMessage = task.statusMessage ?? waiting;
  return {
    taskId: task.id,
    status: STATUSES[task.status],
    ...(statusMessage !== undefined && { statusMessage }),
    createdAt: iso(task.createdAt),
    lastUpdatedAt: iso(task.updatedAt),
    ttl: task.ttlMs,
    pollInterval: POLL_MS,
  };
}

/** A call that asks to be a task. */
export interface TaskCall {
  name: string;
  args: unknown;
  ttlMs: number | undefined;
  progressToken: string | number | undefined;
  options: CallOptions;
}

/** The tasks of one connection. */
export class Tasks2025 {
  readonly #server: Server;
  readonly #registry: () => Promise<Registry>;
  readonly #followed = new Set<() => Promise<void> | undefined>();

  /**
   * @param signalOf Aborts when a request is cancelled
   * @param list Whether the caller can be told from others
   */
  constructor(
    server: Server,
    registry: () => Promise<Registry>,
    signalOf: (requestId: string | number) => AbortSignal,
    list: boolean,
  ) {
    this.#server = server;
    this.#registry = registry;
    server.setRequestHandler(
      GetTaskRequestSchema,
      async ({ params }) => protocolTask(await this.#get(params.taskId)) as never,
    );
    server.setRequestHandler(GetTaskPayloadRequestSchema, async ({ params }, extra) => {
      await this.#get(params.taskId);
      const tasks = await this.#tasks();
      const task = await tasks.ended(params.taskId, signalOf(extra.requestId));
      if (!task) throw unknown();
      const result = await tasks.result(task);
      return {
        ...result,
        _meta: { ...result._meta, [RELATED_TASK]: { taskId: task.id } },
      } as never;
    });
    server.setRequestHandler(CancelTaskRequestSchema, async ({ params }) => {
      const result = await (await this.#tasks()).cancel(params.taskId);
      if (!result) throw unknown();
      if (!result.cancelled) {
        throw rpcError(INVALID_PARAMS, `The task is over already: ${STATUSES[result.task.status]}`);
      }
      return protocolTask(result.task) as never;
    });
    if (!list) return;
    server.setRequestHandler(ListTasksRequestSchema, async ({ params }) => {
      const page = pageOf(await (await this.#tasks()).list(), params?.cursor);
      if (!page) {
        throw rpcError(INVALID_PARAMS, `Unknown cursor: ${JSON.stringify(params?.cursor)}`);
      }
      return {
        tasks: page.items.map(protocolTask),
        ...(page.next !== undefined && { nextCursor: page.next }),
      } as never;
    });
  }

  /** Makes a call a task, and tells the client of what becomes of it. */
  async create({ name, args, ttlMs, progressToken, options }: TaskCall) {
    const registry = await this.#registry();
    const task = await registry.startTask(name, args, { ...options, ttlMs });
    this.#follow(registry.tasks!, task, progressToken);
    return { task: protocolTask(task) };
  }

  #follow(tasks: CallerTasks, task: Task, progressToken: TaskCall["progressToken"]) {
    const notify = (method: string, params: Record<string, unknown>) =>
      this.#server.notification({ method, params } as never).catch(() => {});
    const notes = progressToken === undefined
      ? undefined
      : new ProgressNotes((p) =>
        notify("notifications/progress", {
          progressToken,
          ...p,
          _meta: { [RELATED_TASK]: { taskId: task.id } },
        })
      );
    const end = () => {
      unsubscribe();
      this.#followed.delete(end);
      return notes?.end();
    };
    const changed = async (now: Task) => {
      if (now.id !== task.id || !this.#followed.has(end)) return;
      if (isTerminal(now.status)) await end();
      await notify("notifications/tasks/status", protocolTask(now));
    };
    const unsubscribe = tasks.subscribe({
      changed,
      progressed: (id, progress) => id === task.id && notes?.tell(progress),
    });
    this.#followed.add(end);
    // It may have ended before anybody listened.
    tasks.get(task.id).then(async (now) => {
      if (now && isTerminal(now.status)) await changed(now);
    }, () => {});
  }

  /** Tells the client no more. */
  close() {
    for (const end of this.#followed) end();
  }

  async #tasks(): Promise<CallerTasks> {
    const { tasks } = await this.#registry();
    if (!tasks) throw unknown();
    return tasks;
  }

  async #get(id: string): Promise<Task> {
    const task = await (await this.#tasks()).get(id);
    if (!task) throw unknown();
    return task;
  }
}

function unknown(): Error {
  return rpcError(INVALID_PARAMS, "Task not found");
}
