/**
 * Tasks and stores for tests, without a server.
 *
 * @module
 */
import { newTaskId } from "../../src/call/job_folder.ts";
import type { JobTrace } from "../../src/call/job.ts";
import { type Outcome, refusal } from "../../src/call/outcome.ts";
import { FileTaskStore } from "../../src/task/file_store.ts";
import { TaskManager, type TaskManagerOptions } from "../../src/task/manager.ts";
import type { TaskRequest } from "../../src/task/request.ts";
import type { Task } from "../../src/task/task.ts";

/** A state folder of one test. Disposed of, it goes. */
export class State implements AsyncDisposable {
  readonly folder: string;
  readonly store: FileTaskStore;
  /** Signals that were asked for. */
  readonly signals: string[] = [];
  /** Jobs that are there to be signalled. */
  readonly alive = new Set<string>();
  now = 1_000_000;

  private constructor(folder: string) {
    this.folder = folder;
    this.store = new FileTaskStore(`${folder}/jobs`);
  }

  static async make(): Promise<State> {
    return new State(await Deno.makeTempDir({ prefix: "sam-" }));
  }

  manager(more: Partial<TaskManagerOptions> = {}): Promise<TaskManager> {
    return TaskManager.open({
      stateFolder: this.folder,
      store: this.store,
      signal: (id, signal) => {
        this.signals.push(signal);
        const there = this.alive.has(id);
        if (signal !== "0") this.alive.delete(id);
        return Promise.resolve(there);
      },
      now: () => this.now,
      ...more,
    });
  }

  async [Symbol.asyncDispose]() {
    // A task that outlives its manager may still write its end.
    for (let tries = 1;; tries++) {
      try {
        return await Deno.remove(this.folder, { recursive: true });
      } catch (error) {
        if (tries === 100) throw error;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
  }
}

/** A task that waits. */
export function plainTask(more: Partial<Task> = {}): Task {
  return {
    id: newTaskId(),
    tool: "demo__slow",
    caller: "ada",
    status: "pending",
    mode: "content",
    createdAt: 1,
    updatedAt: 1,
    ttlMs: 1000,
    server: "gone",
    ...more,
  };
}

/** The trace of a job that outlives its server. */
export function plainTrace(more: Partial<JobTrace> = {}): JobTrace {
  return {
    detached: true,
    tool: {
      specName: "demo__slow",
      exitCodes: {},
      limits: {
        memoryMb: 1,
        pids: 1,
        cpuSeconds: 1,
        fileMb: 1,
        tmpMb: 1,
        spillMb: 1,
      },
    },
    command: "slow",
    mounts: [],
    tier: "bwrap",
    startedAt: 1,
    streams: { mode: "text", maxOutputBytes: 1000, progress: false },
    ...more,
  };
}

/** A success. */
export function good(): Outcome {
  const { message: _, ...outcome } = refusal("exit", "", "demo__slow", "bwrap");
  return { ...outcome, status: "success", exitCode: 0 };
}

/** A call that ends when it is told to. */
export function call(more: Partial<TaskRequest> = {}) {
  const begun = Promise.withResolvers<AbortSignal>();
  const end = Promise.withResolvers<Outcome>();
  const request: TaskRequest = {
    tool: "demo__slow",
    caller: "ada",
    mode: "content",
    detached: true,
    run: (job) => {
      job.signal.addEventListener(
        "abort",
        () => end.resolve(refusal("cancelled", "Cancelled", "demo__slow", "bwrap")),
      );
      begun.resolve(job.signal);
      return end.promise;
    },
    ...more,
  };
  return { request, begun: begun.promise, end: (outcome = good()) => end.resolve(outcome) };
}

/** Makes the files that a job of an earlier server would have left. */
export async function leaveJob(
  state: State,
  id: string,
  files: Record<string, string>,
): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await Deno.writeTextFile(`${state.folder}/jobs/${id}/${name}`, text);
  }
}

/** What a launcher leaves of a job that ended. */
export const DONE = {
  status: '{ "child-pid": 7 }\n{ "exit-code": 0 }\n',
  exit_code: "0\n",
  "stdout.log": "the whole log\n",
  "stderr.log": "",
};
