/**
 * Jobs of a server that is gone: found by what they left, and watched to their end.
 *
 * @module
 */
import { readResult } from "../call/job.ts";
import { readExitCode } from "../call/job_folder.ts";
import { judge } from "../call/judge.ts";
import { type Outcome, refusal } from "../call/outcome.ts";
import { FENCE_MS } from "../call/run.ts";
import { pause } from "./pause.ts";
import type { SignalJob } from "./signal.ts";
import type { Task } from "./task.ts";

const POLL_MS = 500;
/** Between the question whether a job is there, and the last look for its exit code. */
const CHECK_EVERY = 4;
/** Beyond the fence's own limit and the server's. */
const LATE_MS = 2000;

/** How a job is watched. */
export interface WatchOptions {
  folder: string;
  signal: SignalJob;
  now: () => number;
  /** Ends the watch, not the job. */
  stop: AbortSignal;
}

/** Why a task cannot be found again; undefined when its job can outlive a server. */
export function whyLost(task: Task): string | undefined {
  if (task.status === "pending") return "The server ended before the task began";
  if (!task.trace) return "The server ended while the task was about to begin";
  return task.trace.detached
    ? undefined
    : "The server that ran the task ended, and the task with it";
}

/** The outcome of a task that was lost. */
export function lost(task: Task, message: string): Outcome {
  const tool = task.trace?.tool.specName ?? task.tool;
  return refusal("internal", message, tool, task.trace?.tier ?? "none");
}

/** Waits for the end of a job that another server started; undefined when the watch was stopped. */
export async function watchJob(task: Task, o: WatchOptions): Promise<Outcome | undefined> {
  const trace = task.trace!;
  const { timeoutMs } = trace.tool;
  const limit = timeoutMs === undefined
    ? Infinity
    : trace.startedAt + timeoutMs + FENCE_MS + LATE_MS;
  let timedOut = false;
  for (let round = 0; !o.stop.aborted; round++) {
    if (await readExitCode(o.folder) !== undefined) return await finished(task, o.folder, timedOut);
    if (o.now() > limit) {
      timedOut = true;
      await o.signal(task.id, round % 2 === 0 ? "TERM" : "KILL", trace.owner);
    }
    if (round % CHECK_EVERY === 0 && !await o.signal(task.id, "0", trace.owner)) {
      // It may have ended between the two looks, or be about to write its number.
      await pause(POLL_MS, o.stop);
      if (await readExitCode(o.folder) !== undefined) continue;
      if (!await o.signal(task.id, "0", trace.owner)) return await vanished(task, o.folder);
    }
    await pause(POLL_MS, o.stop);
  }
  return undefined;
}

async function finished(task: Task, folder: string, timedOut: boolean): Promise<Outcome> {
  const trace = task.trace!;
  const result = await readResult(folder, trace, undefined);
  return judge({ ...result, timedOut: result.timedOut || timedOut }, {
    tool: trace.tool,
    command: trace.command,
    mounts: trace.mounts,
    tier: trace.tier,
    outputFiles: resultFiles(trace.resultFolder),
    ...(trace.written && { written: trace.written }),
  });
}

async function vanished(task: Task, folder: string): Promise<Outcome> {
  const { stdout, stderr } = await readResult(folder, task.trace!, undefined);
  return {
    ...lost(
      task,
      "The task could not be found again after the server had ended: it is neither running nor " +
        "has it left an exit code. What it printed until then is kept",
    ),
    command: task.trace!.command,
    stdout,
    stderr,
    outputFiles: resultFiles(task.trace!.resultFolder),
  };
}

function resultFiles(folder: string | undefined): string[] {
  if (folder === undefined) return [];
  try {
    return [...Deno.readDirSync(folder)].filter((e) => e.isFile)
      .map((e) => `${folder}/${e.name}`).sort();
  } catch {
    return [];
  }
}
