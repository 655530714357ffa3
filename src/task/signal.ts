/**
 * Signals to jobs: also to those of an earlier server, which are no children of this one.
 *
 * @module
 */
import type { Owner } from "../plan/types.ts";
import { output } from "../process/output.ts";
import { pause } from "./pause.ts";
import type { Task } from "./task.ts";

/** `0` asks whether the job is there. */
export type JobSignal = "0" | "TERM" | "KILL";

/** Signals the job of a task; resolves to whether it was there. */
export type SignalJob = (
  id: string,
  signal: JobSignal,
  owner: Owner | undefined,
) => Promise<boolean>;

const TIMEOUT_MS = 5000;
/** How often a job that was asked to end is looked for, and how far apart, before it is killed. */
const LOOKS = 10;
const LOOK_MS = 100;

/**
 * Signals through the kill launcher, which compares the start of the process with what the
 * job has left, and its command line with that of a job's launcher, so that no other is ever hit.
 *
 * Deno permissions: `--allow-run` for the launcher.
 */
export function signalThrough(launcher: string): SignalJob {
  return async (id, signal, owner) => {
    // As the job's own user: what its folder says is that user's word, and no other may be hit by it.
    const { code } = await output({
      program: launcher,
      args: [signal, id],
      env: {},
      cwd: "/",
      ...owner,
      timeoutMs: TIMEOUT_MS,
    });
    return code === 0;
  };
}

/** Ends a job with its whole process tree: asked first, so that its launcher can tidy up. */
export async function endJob(signal: SignalJob, { id, trace }: Task): Promise<void> {
  if (!await signal(id, "TERM", trace?.owner)) return;
  for (let i = 0; i < LOOKS; i++) {
    if (!await signal(id, "0", trace?.owner)) return;
    await pause(LOOK_MS);
  }
  await signal(id, "KILL", trace?.owner);
}
