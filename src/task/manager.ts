/**
 * The tasks of one server: started, queued, found again, ended, forgotten.
 *
 * Deno permissions: those of the calls; `--allow-read` and `--allow-write` for the state folder.
 *
 * @module
 */
import { jobFolder, jobLogs } from "../call/job_folder.ts";
import { type Outcome, refusal } from "../call/outcome.ts";
import { lost } from "./adopted.ts";
import { Lease } from "./lease.ts";
import { look, type TaskLook } from "./look.ts";
import type { TaskListener, TaskManagerOptions } from "./manager_types.ts";
import { Orphans } from "./orphans.ts";
import { pause } from "./pause.ts";
import { newTask, type TaskRequest } from "./request.ts";
import { endJob } from "./signal.ts";
import type { TaskStore } from "./store.ts";
import { cancelled, ended, isExpired, isTerminal, type Task } from "./task.ts";
import { Turns } from "./turns.ts";

const SWEEP_MS = 60_000;
/** How soon a change by another server is seen. */
const LOOK_MS = 1000;
/** How long calls may take to end once they were cancelled. */
const CLOSE_MS = 1000;

export type { TaskListener, TaskManagerOptions } from "./manager_types.ts";

/** The manager. Disposed of, it ends what cannot outlive the server. */
export class TaskManager implements AsyncDisposable {
  readonly #options: TaskManagerOptions;
  readonly #store: TaskStore;
  readonly #lease: Lease;
  readonly #now: () => number;
  readonly #turns: Turns;
  /** Those that end with this server. */
  readonly #attached = new Set<string>();
  readonly #listeners = new Set<TaskListener>();
  readonly #stop = new AbortController();
  readonly #orphans: Orphans;
  readonly #timers: ReturnType<typeof setInterval>[] = [];

  private constructor(options: TaskManagerOptions, leases: string, lease: Lease) {
    this.#options = options;
    this.#store = options.store;
    this.#lease = lease;
    this.#turns = new Turns(options.maxRunning);
    this.#now = options.now ?? (() => Date.now());
    this.#orphans = new Orphans({
      store: options.store,
      signal: options.signal,
      leases,
      server: lease.server,
      now: this.#now,
      stop: this.#stop.signal,
      folder: (id) => this.folder(id),
      hold: (id) => this.#turns.hold(id),
      end: (id, outcome) => this.#end(id, outcome),
    });
  }

  /** Opens the tasks of a state folder, and finds those of servers again that are gone. */
  static async open(options: TaskManagerOptions): Promise<TaskManager> {
    const leases = `${options.stateFolder}/jobs/.servers`;
    const manager = new TaskManager(options, leases, await Lease.take(leases));
    await manager.sweep();
    manager.#timers.push(
      setInterval(() => manager.sweep().catch(() => {}), SWEEP_MS),
      setInterval(() => manager.#heed().catch(() => {}), LOOK_MS),
    );
    return manager;
  }

  /** Makes a call a task, which is kept when the promise resolves. */
  async start(request: TaskRequest): Promise<Task> {
    const now = this.#now();
    const task = newTask(request, this.#lease.server, now);
    const created = Promise.withResolvers<void>();
    const running = this.#turns.room;
    if (!request.detached) this.#attached.add(task.id);
    this.#turns.add(task.id, async (signal) => {
      try {
        await created.promise;
        await this.#run(task.id, request, signal);
      } catch {
        // Nobody knows of the task, or its end cannot be written: the next server will say so.
      } finally {
        this.#attached.delete(task.id);
      }
    });
    const begun: Task = running ? { ...task, status: "running", startedAt: now } : task;
    try {
      await this.#store.create(begun);
      created.resolve();
    } catch (error) {
      created.reject(error);
      this.#turns.abort(task.id);
      throw error;
    }
    return begun;
  }

  async #run(id: string, request: TaskRequest, signal: AbortSignal) {
    const now = this.#now();
    const begun = await this.#change(
      id,
      (t) =>
        t.status === "pending"
          ? { ...t, status: "running", startedAt: now, updatedAt: now }
          : undefined,
    );
    // Cancelled while it waited, perhaps by another server.
    if (!begun || isTerminal(begun.status)) return;
    const folder = this.folder(id);
    const outcome = await request.run({
      id,
      signal,
      job: {
        folder,
        begins: async (trace) => {
          const told = await this.#store.update(
            id,
            (t) => isTerminal(t.status) ? undefined : { ...t, trace },
          );
          if (!told?.changed) throw new DOMException("The task was cancelled", "AbortError");
        },
      },
      onProgress: (p) => this.#listeners.forEach((l) => l.progressed?.(id, p)),
    }).catch((error: Error) =>
      refusal("internal", `A fault of the server: ${error.message}`, request.tool, "none")
    );
    await this.#end(id, outcome);
  }

  async #end(id: string, outcome: Outcome) {
    const { stdout: _o, stderr: _e, ...end } = outcome;
    await this.#change(id, (t) => ended(t, end, this.#now()));
  }

  /** Changes a task, and tells of it when its state is another one. */
  async #change(id: string, change: (t: Task) => Task | undefined): Promise<Task | undefined> {
    let before: string | undefined;
    const result = await this.#store.update(id, (t) => {
      before = t.status;
      return change(t);
    });
    if (result && result.task.status !== before) {
      for (const l of this.#listeners) l.changed?.(result.task);
    }
    return result?.task;
  }

  /** A task of this caller. */
  async get(caller: string, id: string): Promise<Task | undefined> {
    const task = await this.#store.get(id);
    if (task?.caller !== caller) return undefined;
    return await this.#orphans.adopt(task) ? await this.#store.get(id) : task;
  }

  /** The tasks of this caller, oldest first. */
  list(caller: string): Promise<Task[]> {
    return this.#store.list(caller);
  }

  /** Cancels a task, with its whole process tree. What is over stays as it is. */
  async cancel(
    caller: string,
    id: string,
  ): Promise<{ task: Task; cancelled: boolean } | undefined> {
    if (!await this.get(caller, id)) return undefined;
    let changed = false;
    const task = await this.#change(id, (t) => {
      const result = cancelled(t, this.#now());
      changed = result !== undefined;
      return result;
    });
    if (!task) return undefined;
    if (changed && !this.#turns.abort(id) && task.trace?.detached) {
      await endJob(this.#options.signal, task);
    }
    return { task, cancelled: changed };
  }

  /** Forgets tasks of this caller that have been over for at least `maxAgeMs`. */
  async cleanup(caller: string, maxAgeMs = 0): Promise<{ cleaned: number; remaining: number }> {
    const tasks = await this.#store.list(caller);
    const old = tasks.filter((t) =>
      isTerminal(t.status) && (t.endedAt ?? t.updatedAt) <= this.#now() - maxAgeMs
    );
    for (const task of old) await this.#forget(task);
    return { cleaned: old.length, remaining: tasks.length - old.length };
  }

  async #forget({ id, trace }: Task) {
    await this.#store.remove(id);
    for (const folder of [this.folder(id), trace?.resultFolder]) {
      if (folder) await Deno.remove(folder, { recursive: true }).catch(() => {});
    }
  }

  /** Waits until a task of this caller is over, or `signal` aborts. */
  async ended(caller: string, id: string, signal: AbortSignal): Promise<Task | undefined> {
    while (true) {
      const changed = new AbortController();
      const unsubscribe = this.subscribe({ changed: (t) => t.id === id && changed.abort() });
      try {
        const task = await this.get(caller, id);
        if (!task || isTerminal(task.status) || signal.aborted) return task;
        await pause(LOOK_MS, AbortSignal.any([signal, changed.signal]));
      } finally {
        unsubscribe();
      }
    }
  }

  /** What has come of a task until now, with its streams as they are at this moment. */
  look(task: Task): Promise<TaskLook> {
    return look(task, this.folder(task.id));
  }

  /** Where the files of a task are. */
  folder(id: string): string {
    return jobFolder(this.#options.stateFolder, id);
  }

  /** The files that hold the streams of a task. */
  logs({ id }: Task): { stdout: string; stderr: string } {
    return jobLogs(this.folder(id));
  }

  /** Tells of every change from now on, until the returned function is called. */
  subscribe(listener: TaskListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Forgets what has expired, and finds tasks of servers again that are gone. */
  async sweep(): Promise<void> {
    for (const task of await this.#store.list()) {
      if (isExpired(task, this.#now())) await this.#forget(task);
      else await this.#orphans.adopt(task);
    }
  }

  /** Heeds what other servers of the state folder have cancelled. */
  async #heed() {
    for (const id of this.#turns.ids) {
      const task = await this.#store.get(id);
      if (task?.status === "cancelled") this.#turns.abort(id);
    }
  }

  async [Symbol.asyncDispose]() {
    this.#timers.forEach(clearInterval);
    this.#stop.abort();
    const why = { pending: "The server ended before the task began", running: "The server ended" };
    const over = (id: string, state: keyof typeof why) =>
      this.#store.get(id).then((task) => task && this.#end(id, lost(task, why[state])));
    await Promise.allSettled(this.#turns.close().map((id) => over(id, "pending")));
    await Promise.allSettled([...this.#attached].map((id) => over(id, "running")));
    for (const id of this.#attached) this.#turns.abort(id);
    const late = new AbortController();
    await Promise.race([
      Promise.all(this.#turns.ending.map((id) => this.#turns.done(id))),
      pause(CLOSE_MS, late.signal),
    ]);
    late.abort();
    this.#lease[Symbol.dispose]();
  }
}
