/**
 * Takes over the tasks of servers that are gone.
 *
 * Deno permissions: `--allow-read` and `--allow-write` for the state folder; `--allow-run`
 * for the kill launcher.
 *
 * @module
 */
import type { Outcome } from "../call/outcome.ts";
import { lost, watchJob, whyLost } from "./adopted.ts";
import { claim } from "./lease.ts";
import type { SignalJob } from "./signal.ts";
import type { TaskStore } from "./store.ts";
import { isTerminal, type Task } from "./task.ts";

/** What it needs of its server. */
export interface OrphansOptions {
  store: TaskStore;
  signal: SignalJob;
  /** The folder of the leases of all servers. */
  leases: string;
  /** This server's own. */
  server: string;
  now: () => number;
  /** Ends the watching, not the jobs. */
  stop: AbortSignal;
  /** Where the files of a task are. */
  folder: (id: string) => string;
  /** Counts a task as running, until the returned function is called. */
  hold: (id: string) => () => void;
  /** Writes the end of a task down. */
  end: (id: string, outcome: Outcome) => Promise<void>;
}

/** The tasks of servers that are gone. */
export class Orphans {
  readonly #options: OrphansOptions;

  constructor(options: OrphansOptions) {
    this.#options = options;
  }

  /**
   * Takes a task over if its server is gone: watches its job to the end, or says that it was
   * lost. Returns whether anything has changed.
   */
  async adopt({ id, status, server }: Task): Promise<boolean> {
    const { store, leases, server: own, end } = this.#options;
    if (isTerminal(status) || server === own) return false;
    const task = await claim(store, leases, { id, from: server, by: own });
    if (!task) return false;
    const why = whyLost(task);
    if (why !== undefined) await end(id, lost(task, why));
    // What cannot be watched now is taken over by the next server.
    else this.#watch(task).catch(() => {});
    return true;
  }

  async #watch(task: Task) {
    const { hold, folder, end, ...options } = this.#options;
    const free = hold(task.id);
    try {
      const outcome = await watchJob(task, { ...options, folder: folder(task.id) });
      if (outcome) await end(task.id, outcome);
    } finally {
      free();
    }
  }
}
