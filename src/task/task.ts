/**
 * A task: a call that was answered before it ended.
 *
 * @module
 */
import type { ResponseMode } from "../call/arguments.ts";
import type { JobTrace } from "../call/job.ts";
import type { Outcome } from "../call/outcome.ts";

/** Where a task stands. The last three are final. */
export type TaskStatus = "pending" | "running" | "completed" | "failed" | "cancelled";

/** The states, in the order of a task's life. */
export const TASK_STATUSES: readonly TaskStatus[] = [
  "pending",
  "running",
  "completed",
  "failed",
  "cancelled",
];

/** What came of it, without the streams: those are in files. */
export type TaskEnd = Omit<Outcome, "stdout" | "stderr">;

/** One task. Plain data; times are milliseconds since 1970. */
export interface Task {
  /** 32 hexadecimal digits. */
  id: string;
  /** The tool's name, as it was called. */
  tool: string;
  /** What the caller calls it. */
  label?: string;
  /** Who called; nobody else may see it. */
  caller: string;
  status: TaskStatus;
  statusMessage?: string;
  /** How its result was asked for. */
  mode: ResponseMode;
  createdAt: number;
  updatedAt: number;
  startedAt?: number;
  endedAt?: number;
  /** How long it is kept after its end, in milliseconds. */
  ttlMs: number;
  /** The server that runs it. */
  server: string;
  /** Set when its process is about to start. */
  trace?: JobTrace;
  end?: TaskEnd;
}

/** Whether a state is final. */
export function isTerminal(status: TaskStatus): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

/** The task with its end. What is final stays; a cancelled task learns how its process ended. */
export function ended(task: Task, end: TaskEnd, now: number): Task | undefined {
  if (isTerminal(task.status)) {
    return task.status === "cancelled" && !task.end ? { ...task, end, updatedAt: now } : undefined;
  }
  const status = end.status === "success"
    ? "completed"
    : end.reason === "cancelled"
    ? "cancelled"
    : "failed";
  const { statusMessage: _, ...rest } = task;
  return {
    ...rest,
    status,
    ...(end.message !== undefined && { statusMessage: end.message }),
    updatedAt: now,
    endedAt: now,
    end,
  };
}

/** The task as cancelled; undefined when it is over already. */
export function cancelled(task: Task, now: number): Task | undefined {
  if (isTerminal(task.status)) return undefined;
  return {
    ...task,
    status: "cancelled",
    statusMessage: "Cancelled by the caller",
    updatedAt: now,
    endedAt: now,
  };
}

/** Whether nobody needs to keep it any more. */
export function isExpired(task: Task, now: number): boolean {
  return task.endedAt !== undefined && isTerminal(task.status) && now > task.endedAt + task.ttlMs;
}
