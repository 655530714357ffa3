/**
 * Runs one process of a call to its end: streams, clock, cancellation.
 *
 * Deno permissions: `--allow-run` for the program; `--allow-write` for the spill folder.
 *
 * @module
 */
import { pump } from "../process/pump.ts";
import { type ExitStatus, spawn, type SpawnOptions } from "../process/spawn.ts";
import { StreamCapture, type StreamCaptureOptions, type StreamResult } from "./capture.ts";
import { Ending } from "./ending.ts";
import { type Progress, ProgressLines } from "./progress_lines.ts";
import { logAsSpill } from "./job_streams.ts";
import { openSpillFile } from "./spill.ts";
import { StatusFilter } from "./status_filter.ts";

export { GRACE_MS } from "./ending.ts";

/** How long the fence may take to end a call whose time is over, before the server does. */
export const FENCE_MS = 750;
/** How long the pipes of a process that has ended may stay open. */
const LINGER_MS = 200;

/** What to run, and how long and loud it may be. */
export interface RunOptions {
  spawn: SpawnOptions;
  /** Whether the process is a launcher, whose stderr carries bubblewrap's documents. */
  launcher: boolean;
  /** Whether the launcher ends the call itself when its time is over. */
  fenceKeepsTime: boolean;
  timeoutMs?: number;
  maxOutputBytes: number;
  spillLimitBytes: number;
  spillFolder: string;
  /** Names the spill files. */
  callId: string;
  /** How stdout is captured; stderr is always text. */
  mode: StreamCaptureOptions["mode"];
  signal?: AbortSignal;
  /** Set when the tool's `::progress` lines are to be taken out of its stderr. */
  onProgress?: (progress: Progress) => void;
  /** Files that take the whole streams, and stand for those of long output. */
  logs?: { stdout: string; stderr: string };
}

/** How the process ended. */
export interface RunResult {
  status: ExitStatus;
  stdout: StreamResult;
  stderr: StreamResult;
  /** Whether bubblewrap got as far as making its child; true without a launcher. */
  started: boolean;
  /** The exit code that bubblewrap reported, when it reported one. */
  reported: number | undefined;
  timedOut: boolean;
  cancelled: boolean;
  /** Whether the output outgrew even its file, so that the call was ended. */
  outputLimit: boolean;
  executionTimeMs: number;
}

/** Runs it. Rejects only when the process cannot be started. */
export async function run(options: RunOptions): Promise<RunResult> {
  const begun = performance.now();
  const child = spawn(options.spawn);
  let timedOut = false;
  let cancelled = false;
  let outputLimit = false;
  const timers: ReturnType<typeof setTimeout>[] = [];
  const ending = new Ending(child, options.launcher);
  if (options.timeoutMs !== undefined) {
    const wait = options.timeoutMs + (options.fenceKeepsTime ? FENCE_MS : 0);
    timers.push(setTimeout(() => {
      timedOut = true;
      ending.begin();
    }, wait));
  }
  const cancel = () => {
    cancelled = true;
    ending.begin();
  };
  if (options.signal?.aborted) cancel();
  options.signal?.addEventListener("abort", cancel, { once: true });

  const { logs } = options;
  using outLog = logs && Deno.openSync(logs.stdout, { append: true });
  using errLog = logs && Deno.openSync(logs.stderr, { append: true });
  const capture = (name: "stdout" | "stderr") =>
    new StreamCapture({
      limitBytes: options.maxOutputBytes,
      spillLimitBytes: options.spillLimitBytes,
      openSpill: logs
        ? () => Promise.resolve(logAsSpill(logs[name]))
        : () => openSpillFile(options.spillFolder, `${options.callId}-${name}.log`),
      mode: name === "stdout" ? options.mode : "text",
    });
  const stdout = capture("stdout");
  const stderr = capture("stderr");
  const watch = (stream: StreamCapture) => {
    if (stream.overSpillLimit && !outputLimit) {
      outputLimit = true;
      ending.begin();
    }
  };
  const status = options.launcher ? new StatusFilter() : undefined;
  const progress = options.onProgress ? new ProgressLines(options.onProgress) : undefined;
  const toStderr = async (chunks: Uint8Array[]) => {
    for (const chunk of chunks) {
      if (errLog) await writeAll(errLog, chunk);
      for (const rest of progress ? progress.push(chunk) : [chunk]) await stderr.write(rest);
    }
    watch(stderr);
  };
  const pumps = [
    pump(child.stdout, async (chunk) => {
      if (outLog) await writeAll(outLog, chunk);
      ending.toolRuns();
      await stdout.write(chunk);
      watch(stdout);
    }),
    pump(child.stderr, (chunk) => {
      const begun = status?.started;
      const rest = status ? status.push(chunk) : [chunk];
      if (begun && rest.length > 0) ending.toolRuns();
      else if (!begun && status?.started) ending.sandboxBegun();
      return toStderr(rest);
    }),
  ];
  const exit = await child.status;
  // A process outside the fence's reach may hold the pipes; the answer does not wait for it.
  const linger = setTimeout(() => pumps.forEach((p) => p.stop()), LINGER_MS);
  await Promise.all(pumps.map((p) => p.done.catch(() => {})));
  clearTimeout(linger);
  timers.forEach(clearTimeout);
  ending.done();
  options.signal?.removeEventListener("abort", cancel);

  const ended = status?.end();
  if (ended) await toStderr(ended.rest);
  for (const rest of progress?.end() ?? []) await stderr.write(rest);
  const executionTimeMs = Math.round(performance.now() - begun);
  return {
    status: exit,
    stdout: await stdout.finish(),
    stderr: await stderr.finish(),
    started: ended?.started ?? true,
    reported: ended ? ended.exitCode : exit.code,
    timedOut: timedOut || options.launcher && options.timeoutMs !== undefined &&
        endedByFence(options.timeoutMs, exit, executionTimeMs),
    cancelled,
    outputLimit,
    executionTimeMs,
  };
}

/** The fence's own clock: timeout(1) exits with 124, or with 137 where it had to kill. */
export function endedByFence(timeoutMs: number, exit: ExitStatus, elapsedMs: number): boolean {
  return elapsedMs >= timeoutMs && (exit.code === 124 || exit.code === 137);
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array) {
  // write(2) may take fewer bytes than it was given.
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
}
