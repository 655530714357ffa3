/**
 * Reads the streams of a job as those of a call are captured: cleaned, within bounded memory.
 *
 * Deno permissions: `--allow-read` for the job's folder.
 *
 * @module
 */
import { pump } from "../process/pump.ts";
import { StreamCapture, type StreamCaptureOptions, type StreamResult } from "./capture.ts";
import { jobLogs } from "./job_folder.ts";
import { type Progress, ProgressLines } from "./progress_lines.ts";
import type { SpillFile } from "./spill.ts";

/** How the streams are read. */
export interface StreamOptions {
  mode: StreamCaptureOptions["mode"];
  maxOutputBytes: number;
  /** Whether progress lines are taken out of stderr. */
  progress: boolean;
}

/** What a job has printed until now. */
export interface JobStreams {
  stdout: StreamResult;
  stderr: StreamResult;
  /** The newest progress line. */
  progress?: Progress;
}

/** Reads both streams. A stream without a file is empty. */
export async function readStreams(folder: string, options: StreamOptions): Promise<JobStreams> {
  const logs = jobLogs(folder);
  let progress: Progress | undefined;
  const lines = options.progress ? new ProgressLines((p) => progress = p) : undefined;
  const stdout = await capture(logs.stdout, options.mode, options.maxOutputBytes);
  const stderr = await capture(logs.stderr, "text", options.maxOutputBytes, lines);
  return { stdout, stderr, ...(progress && { progress }) };
}

async function capture(
  path: string,
  mode: StreamOptions["mode"],
  limitBytes: number,
  lines?: ProgressLines,
): Promise<StreamResult> {
  const stream = new StreamCapture({
    limitBytes,
    spillLimitBytes: Infinity,
    openSpill: () => Promise.resolve(logAsSpill(path)),
    mode,
  });
  const file = await Deno.open(path).catch(() => undefined);
  if (file) {
    await pump(file.readable as ReadableStream<Uint8Array<ArrayBuffer>>, async (chunk) => {
      for (const rest of lines?.push(chunk) ?? [chunk]) await stream.write(rest);
    }).done;
  }
  for (const rest of lines?.end() ?? []) await stream.write(rest);
  return await stream.finish();
}

/** The log holds the whole stream already: it stands for the file of a long one. */
export function logAsSpill(path: string): SpillFile {
  return {
    path,
    write: () => Promise.resolve(),
    close: () => Promise.resolve(),
    discard: () => Promise.resolve(),
  };
}
