/**
 * What it takes to make a call a task.
 *
 * @module
 */
import type { ResponseMode } from "../call/arguments.ts";
import type { Job } from "../call/job.ts";
import { newTaskId } from "../call/job_folder.ts";
import type { Outcome } from "../call/outcome.ts";
import type { Progress } from "../call/progress_lines.ts";
import type { Task } from "./task.ts";

/** How long tasks are kept after their end, unless less is asked for. */
export const TTL_MS = 24 * 60 * 60 * 1000;

/** What a task's call is given. */
export interface TaskJob {
  id: string;
  job: Job;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/** A call to be made a task. */
export interface TaskRequest {
  tool: string;
  caller: string;
  mode: ResponseMode;
  /** What the caller calls it. */
  label?: string | undefined;
  /** How long it is to be kept after its end, in milliseconds. */
  ttlMs?: number | undefined;
  /** Whether its process outlives this server. */
  detached: boolean;
  /** Makes the call; never rejects for what a user can meet. */
  run: (job: TaskJob) => Promise<Outcome>;
}

/** The task of a request, waiting for its turn. */
export function newTask(request: TaskRequest, server: string, now: number): Task {
  return {
    id: newTaskId(),
    tool: request.tool,
    caller: request.caller,
    status: "pending",
    mode: request.mode,
    ...(request.label !== undefined && { label: request.label }),
    createdAt: now,
    updatedAt: now,
    ttlMs: Math.min(request.ttlMs ?? TTL_MS, TTL_MS),
    server,
  };
}
