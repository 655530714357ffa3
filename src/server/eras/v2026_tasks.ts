/**
 * The extension `io.modelcontextprotocol/tasks` of MCP 2026-07-28 (SEP-2663) over the
 * server's own tasks: the same ones that the older era and the tools for tasks show.
 *
 * Not built: `notifications/tasks`, which are optional; the SDK (2.4) drops the subscription's
 * `taskIds`. Clients poll.
 *
 * @module
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Task, TaskStatus } from "../../task/task.ts";
import type { CallerTasks } from "../caller_tasks.ts";
import { iso } from "../task_entry.ts";

/** The extension's key among the capabilities of both sides. */
export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";
/** How often a client should ask, in milliseconds. */
const POLL_MS = 500;

/** The protocol knows no waiting for a turn; tools that fail have completed there. */
const STATUSES: Record<TaskStatus, string> = {
  pending: "working",
  running: "working",
  completed: "completed",
  failed: "completed",
  cancelled: "cancelled",
};

/** Whether this request's client declared the extension. */
export function canFollowTasks(context: ServerContext): boolean {
  const envelope = context.mcpReq.envelope as Record<string, unknown> | undefined;
  const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] as
    | { extensions?: Record<string, unknown> }
    | undefined;
  return capabilities?.extensions?.[TASKS_EXTENSION] !== undefined;
}

/** What `tools/call` answers when the call became a task. */
export function createdTask(task: Task) {
  return { resultType: "task", ...protocolTask(task, STATUSES[task.status]) };
}

function protocolTask(task: Task, status: string) {
  const waiting = task.status === "pending" ? "Waiting for its turn" : undefined;
  const statusMessage = task.statusMessage ?? waiting;
  return {
    taskId: task.id,
    status,
    ...(statusMessage !== undefined && { statusMessage }),
    createdAt: iso(task.createdAt),
    lastUpdatedAt: iso(task.updatedAt),
    ttlMs: task.ttlMs,
    pollIntervalMs: POLL_MS,
  };
}

/** The task with what came of it. */
async function detailed(tasks: CallerTasks, task: Task) {
  // What no tool has said, but the server: an error of the protocol.
  if (task.status === "failed" && task.end?.reason === "internal") {
    const error = { code: ProtocolErrorCode.InternalError, message: task.end.message ?? "" };
    return { ...protocolTask(task, "failed"), error };
  }
  const status = STATUSES[task.status];
  return {
    ...protocolTask(task, status),
    ...(status === "completed" && { result: await tasks.result(task) }),
  };
}

/** A schema that admits any object; what a handler needs it checks itself. */
const ANY = {
  "~standard": {
    version: 1,
    vendor: "shell-as-mcp",
    validate: (value: unknown) => ({ value }),
  },
} as const;

/** Serves a caller's tasks to one client. */
export function serveTasks2026({ server }: McpServer, tasks: CallerTasks) {
  const find = async (params: unknown, context: ServerContext): Promise<Task> => {
    if (!canFollowTasks(context)) {
      const requiredCapabilities = { extensions: { [TASKS_EXTENSION]: {} } } as never;
      throw new MissingRequiredClientCapabilityError(
        { requiredCapabilities },
        `The client has not declared the extension ${TASKS_EXTENSION}`,
      );
    }
    const { taskId } = params as { taskId?: unknown };
    const task = typeof taskId === "string" ? await tasks.get(taskId) : undefined;
    if (!task) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Task not found");
    return task;
  };
  const schemas = { params: ANY, result: ANY };
  server.setRequestHandler(
    "tasks/get",
    schemas,
    async (params, context) => await detailed(tasks, await find(params, context)),
  );
  // A person is asked before a call becomes a task, so that no task waits for an answer.
  server.setRequestHandler("tasks/update", schemas, async (params, context) => {
    await find(params, context);
    return {};
  });
  server.setRequestHandler("tasks/cancel", schemas, async (params, context) => {
    await tasks.cancel((await find(params, context)).id);
    return {};
  });
}
