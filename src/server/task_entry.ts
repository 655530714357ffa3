/**
 * A task as the tools for tasks show it.
 *
 * Pure. @module
 */
import type { Outcome } from "../call/outcome.ts";
import type { Progress } from "../call/progress_lines.ts";
import type { Json, JsonObject } from "../spec/types.ts";
import type { TaskLook } from "../task/look.ts";
import { isTerminal, type Task } from "../task/task.ts";
import { type ContentBlock, fileLink, type ToolResult } from "./record.ts";

/** What a call that became a task answers at once. */
export function startedResult(task: Task): ToolResult {
  return answer({ taskId: task.id, status: task.status, toolName: task.tool }, task.mode);
}

/** An answer in JSON, for people too. */
export function answer(
  value: JsonObject,
  mode: Task["mode"],
  isError = false,
  links: ContentBlock[] = [],
): ToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(value, null, 2) }, ...links],
    ...(mode === "structuredContent" && { structuredContent: value }),
    isError,
  };
}

/** A task without its streams. */
export function taskEntry(task: Task, progress?: Progress): JsonObject {
  const message = task.statusMessage ?? (progress && progressText(progress));
  return {
    taskId: task.id,
    toolName: task.tool,
    status: task.status,
    ...(message !== undefined && { statusMessage: message }),
    createdAt: iso(task.createdAt),
    ...(task.startedAt !== undefined && { startedAt: iso(task.startedAt) }),
    ...(task.endedAt !== undefined && {
      completedAt: iso(task.endedAt),
      expiresAt: iso(task.endedAt + task.ttlMs),
    }),
  };
}

/** A task with all that is known of it, and links to its files. */
export function wholeEntry(
  task: Task,
  { outcome, progress }: TaskLook,
  logs: { stdout: string; stderr: string },
): { entry: JsonObject; links: ContentBlock[] } {
  const entry: JsonObject = {
    ...taskEntry(task, isTerminal(task.status) ? undefined : progress),
    command: outcome.command,
    stdout: outcome.stdout.text,
    stderr: outcome.stderr.text,
    truncated: truncatedOf(outcome),
    ...(task.end && endOf(task, outcome)),
  };
  const streams = (["stdout", "stderr"] as const).filter((s) => outcome[s].bytesSeen > 0);
  return {
    entry,
    links: [
      ...streams.map((s) => fileLink(logs[s], `The whole ${s} of the task`)),
      ...outcome.outputFiles.filter((f) => f !== logs.stdout && f !== logs.stderr)
        .map((f) => fileLink(f, "A file that the tool left")),
    ],
  };
}

function endOf(task: Task, o: Outcome): Record<string, Json> {
  return {
    exitCode: o.exitCode,
    reason: o.reason,
    signal: o.signal,
    timedOut: o.timedOut,
    executionTimeMs: o.executionTimeMs,
    sandbox: o.sandbox,
    outputFiles: o.outputFiles,
    ...(task.status !== "completed" && { errorMessage: o.message ?? task.statusMessage ?? "" }),
  };
}

function truncatedOf(o: Outcome): JsonObject {
  const truncated: JsonObject = {};
  for (const name of ["stdout", "stderr"] as const) {
    if (o[name].truncated) truncated[name] = { bytes_seen: o[name].bytesSeen };
  }
  return truncated;
}

function progressText({ done, total, message }: Progress): string {
  return `${done}${total === undefined ? "" : `/${total}`}${
    message === undefined ? "" : ` ${message}`
  }`;
}

/** A time as the protocol writes it. */
export function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
