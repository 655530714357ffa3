/**
 * Runs one call as a job: its launcher outlives the server, and what came of it can be read
 * from its folder by whoever comes later.
 *
 * Deno permissions: `--allow-run` for the launcher; `--allow-read` and `--allow-write` for
 * the state folder.
 *
 * @module
 */
import type { Owner, PlanTool, TierName } from "../plan/types.ts";
import { pump } from "../process/pump.ts";
import { type ExitStatus, spawn } from "../process/spawn.ts";
import { StreamCapture } from "./capture.ts";
import { Ending, SETUP_MS } from "./ending.ts";
import { endOf, jobLogs, readExitCode } from "./job_folder.ts";
import { followProgress } from "./log_tail.ts";
import { logAsSpill, readStreams, type StreamOptions } from "./job_streams.ts";
import type { JudgedTool } from "./judge.ts";
import type { Mount } from "./mounts.ts";
import { endedByFence, FENCE_MS, type RunOptions, type RunResult } from "./run.ts";
import { StatusFilter } from "./status_filter.ts";

/** What a later process needs in order to judge the end of a job. Plain data. */
export interface JobTrace {
  /** Whether the job outlives the server that started it. */
  detached: boolean;
  tool: JudgedTool;
  command: string;
  mounts: Mount[];
  /** The files that the call's arguments named to be written. */
  written?: string[];
  tier: TierName;
  /** Whom the launcher runs as, when it is not the server's own user. */
  owner?: Owner;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** The folder of `TOOL_RESULT_DIR`. */
  resultFolder?: string;
  streams: StreamOptions;
}

/** A call's place among the tasks. */
export interface Job {
  folder: string;
  /** Told before anything starts; the start waits until it resolves. */
  begins(trace: JobTrace): Promise<void>;
}

/** How much of a launcher's own words is kept: its refusals are short. */
const WORD_BYTES = 64 * 1024;

/** How a tool's streams are read. */
export function streamOptions(
  tool: Pick<PlanTool, "maxOutputBytes" | "progress" | "outputMode">,
): StreamOptions {
  return {
    mode: tool.outputMode === "base64" ? "base64" : "text",
    maxOutputBytes: tool.maxOutputBytes,
    progress: tool.progress,
  };
}

/** Runs a job to its end. Rejects only when its launcher cannot be started. */
export async function runJob(
  options: RunOptions,
  folder: string,
  trace: JobTrace,
): Promise<RunResult> {
  const begun = performance.now();
  const { stdin: _, ...rest } = options.spawn;
  const child = spawn({ ...rest, detached: true });
  let timedOut = false;
  let cancelled = false;
  const ending = new Ending(child, true);
  const end = () => {
    // bubblewrap's first word: only some time after it is the sandbox complete.
    const { size, mtime } = Deno.statSync(`${folder}/status`);
    if (size > 0 && Date.now() - (mtime?.getTime() ?? 0) > SETUP_MS) ending.toolRuns();
    else if (size > 0) ending.sandboxBegun();
    ending.begin();
  };
  const timer = options.timeoutMs === undefined ? undefined : setTimeout(() => {
    timedOut = true;
    end();
  }, options.timeoutMs + FENCE_MS);
  const cancel = () => {
    cancelled = true;
    end();
  };
  if (options.signal?.aborted) cancel();
  options.signal?.addEventListener("abort", cancel, { once: true });

  // The launcher's own words until it has opened the job's files: why it refused.
  const words = new StreamCapture({
    limitBytes: WORD_BYTES,
    spillLimitBytes: 0,
    openSpill: () => Promise.resolve(logAsSpill("")),
    mode: "text",
  });
  const pumps = [
    pump(child.stdout, () => Promise.resolve()),
    pump(child.stderr, (chunk) => words.write(chunk)),
  ];
  const tail = options.onProgress && followProgress(jobLogs(folder).stderr, options.onProgress);
  const exit = await child.status;
  tail?.[Symbol.dispose]();
  await Promise.all(pumps.map((p) => p.done.catch(() => {})));
  clearTimeout(timer);
  ending.done();
  options.signal?.removeEventListener("abort", cancel);
  const result = await readResult(folder, trace, exit, Math.round(performance.now() - begun));
  const { text } = await words.finish();
  if (text !== "") result.stderr = { ...result.stderr, text: text + result.stderr.text };
  return { ...result, timedOut: result.timedOut || timedOut, cancelled };
}

/**
 * What a job's folder says of its end.
 *
 * @param exit How its launcher ended, as far as this process saw it
 */
export async function readResult(
  folder: string,
  trace: JobTrace,
  exit: ExitStatus | undefined,
  elapsedMs?: number,
): Promise<RunResult> {
  const code = await readExitCode(folder);
  const filter = new StatusFilter();
  filter.push(await Deno.readFile(`${folder}/status`).catch(() => new Uint8Array()));
  const ended = filter.end();
  const status = code === undefined ? exit ?? { code: -1, signal: null } : { code, signal: null };
  const executionTimeMs = elapsedMs ??
    Math.max(0, Math.round((await endOf(folder) ?? Date.now()) - trace.startedAt));
  const { timeoutMs } = trace.tool;
  return {
    status,
    ...await readStreams(folder, trace.streams),
    started: ended.started,
    reported: ended.exitCode,
    timedOut: timeoutMs !== undefined && endedByFence(timeoutMs, status, executionTimeMs),
    cancelled: false,
    outputLimit: false,
    executionTimeMs,
  };
}
