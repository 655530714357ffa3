/**
 * A task as it is at this moment.
 *
 * Deno permissions: `--allow-read` for the state folder.
 *
 * @module
 */
import { readStreams } from "../call/job_streams.ts";
import { type Outcome, refusal } from "../call/outcome.ts";
import type { Progress } from "../call/progress_lines.ts";
import type { Task } from "./task.ts";

/** What has come of a task until now. */
export interface TaskLook {
  /** Of a task that is not over: its streams, and a reason that says so. */
  outcome: Outcome;
  progress?: Progress;
}

/**
 * Looks at a task.
 *
 * @param folder The folder of its job
 */
export async function look(task: Task, folder: string): Promise<TaskLook> {
  const { trace, end } = task;
  const message = task.status === "cancelled" ? "The task was cancelled" : "The task is not over";
  const tool = trace?.tool.specName ?? task.tool;
  const none = refusal("cancelled", message, tool, trace?.tier ?? "none");
  // What has ended by itself has a message of its own, or needs none.
  const { message: _, ...silent } = none;
  const base = end && task.status !== "cancelled" ? silent : none;
  if (!trace) return { outcome: { ...base, ...end } };
  const { stdout, stderr, progress } = await readStreams(folder, trace.streams);
  return {
    outcome: { ...base, command: trace.command, ...end, stdout, stderr },
    ...(progress && { progress }),
  };
}
