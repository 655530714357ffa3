/**
 * A job as its caller sees it.
 *
 * Pure. @module
 */
import { signalOf } from "../../call/outcome.ts";
import type { JsonObject } from "../../spec/types.ts";
import type { Task } from "../../task/task.ts";

/** What is known of a job. */
export interface JobFacts {
  task: Task;
  running: boolean;
  /** Of its launcher; NaN or 0 while that is not known. */
  pid: number;
  exitCode?: number;
  /** Milliseconds since 1970. */
  endedAt?: number;
}

/**
 * `state` says how it stands: `pending`, `running`, `exited` by itself, `killed` by a call, or
 * `lost`: it is over, and nobody has seen how (a machine that went down, a KILL from outside).
 */
export function jobEntry(
  { task, running, pid, exitCode, endedAt }: JobFacts,
  now = Date.now(),
): JsonObject & { running: boolean } {
  const startedAt = task.startedAt ?? task.createdAt;
  const signal = exitCode === undefined ? null : signalOf(exitCode);
  return {
    job_id: task.id,
    ...(task.label !== undefined && { name: task.label }),
    ...(pid > 0 && { pid }),
    running,
    state: stateOf(task, running, exitCode),
    ...(exitCode !== undefined && { exit_code: exitCode }),
    ...(signal !== null && { signal }),
    started_at: new Date(startedAt).toISOString(),
    ...(endedAt !== undefined && { ended_at: new Date(endedAt).toISOString() }),
    runtime_ms: Math.max(0, (endedAt ?? now) - startedAt),
  };
}

function stateOf(task: Task, running: boolean, exitCode: number | undefined): string {
  if (running) return task.status === "pending" ? "pending" : "running";
  if (task.status === "cancelled") return "killed";
  return exitCode === undefined ? "lost" : "exited";
}
