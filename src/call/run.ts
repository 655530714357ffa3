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
import { type Progress, ProgressLines } from "./progress_lines.ts";
import { openSpillFile } from "./spill.ts";
import { StatusFilter } from "./status_filter.ts";

/** How long a process may take to end once it was asked to, before it is killed. */
const GRACE_MS = 500;
/** How long the fence may take to end a call whose time is over, before the server does. */
const FENCE_MS = 750;
/** How long the pipes of a process that has ended may stay open. */
const LINGER_MS = 200;

/** What to run, and how long and loud it may be. */
export interface RunOptions {
  spawn: SpawnOptions;
  /** Whether the process is a launcher, whose stderr carries bubblewrap's documents. */
  launcher: boolean;
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
  const end = () => {
    // A launcher tidies up on SIGTERM; bubblewrap dies of it, and its namespace with it.
    child.kill("SIGTERM");
    timers.push(setTimeout(() => child.kill("SIGKILL"), GRACE_MS));
  };
  if (options.timeoutMs !== undefined) {
    const wait = options.timeoutMs + (options.launcher ? FENCE_MS : 0);
    timers.push(setTimeout(() => {
      timedOut = true;
      end();
    }, wait));
  }
  const cancel = () => {
    cancelled = true;
    end();
  };
  if (options.signal?.aborted) cancel();
  options.signal?.addEventListener("abort", cancel, { once: true });

  const capture = (name: string) =>
    new StreamCapture({
      limitBytes: options.maxOutputBytes,
      spillLimitBytes: options.spillLimitBytes,
      openSpill: () => openSpillFile(options.spillFolder, `${options.callId}-${name}.log`),
      mode: name === "stdout" ? options.mode : "text",
    });
  const stdout = capture("stdout");
  const stderr = capture("stderr");
  const watch = (stream: StreamCapture) => {
    if (stream.overSpillLimit && !outputLimit) {
      outputLimit = true;
      end();
    }
  };
  const status = options.launcher ? new StatusFilter() : undefined;
  const progress = options.onProgress ? new ProgressLines(options.onProgress) : undefined;
  const toStderr = async (chunks: Uint8Array[]) => {
    for (const chunk of chunks) {
      for (const rest of progress ? progress.push(chunk) : [chunk]) await stderr.write(rest);
    }
    watch(stderr);
  };
  const pumps = [
    pump(child.stdout, async (chunk) => {
      await stdout.write(chunk);
      watch(stdout);
    }),
    pump(child.stderr, (chunk) => toStderr(status ? status.push(chunk) : [chunk])),
  ];
  const exit = await child.status;
  // A process outside the fence's reach may hold the pipes; the answer does not wait for it.
  const linger = setTimeout(() => pumps.forEach((p) => p.stop()), LINGER_MS);
  await Promise.all(pumps.map((p) => p.done.catch(() => {})));
  clearTimeout(linger);
  timers.forEach(clearTimeout);
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
    timedOut: timedOut || endedByFence(options, exit, executionTimeMs),
    cancelled,
    outputLimit,
    executionTimeMs,
  };
}

/** The fence's own clock: timeout(1) exits with 124, or with 137 where it had to kill. */
function endedByFence(options: RunOptions, exit: ExitStatus, elapsedMs: number): boolean {
  return options.launcher && options.timeoutMs !== undefined && elapsedMs >= options.timeoutMs &&
    (exit.code === 124 || exit.code === 137);
}
