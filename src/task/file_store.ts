/**
 * Tasks as files: one folder each, `<id>/task.json`, beside what its job writes.
 *
 * Needs no service. A file is replaced whole (rename(2)) after its bytes have reached the
 * disk (fsync(2)); servers that share the folder take turns with a lock (flock(2)).
 *
 * Deno permissions: `--allow-read` and `--allow-write` for the folder.
 *
 * @module
 */
import { isTaskId, newTaskId } from "../call/job_folder.ts";
import type { TaskStore } from "./store.ts";
import type { Task } from "./task.ts";

const FILE = "task.json";
/** A folder without a task is of a create that was killed; one this young may still get its file. */
const STRAY_MS = 60 * 60 * 1000;

/** How many files are read side by side. */
const READ_AT_ONCE = 64;

/** The store of one state folder. */
export class FileTaskStore implements TaskStore {
  readonly #folder: string;
  readonly #folderMode: number;
  #queue: Promise<unknown> = Promise.resolve();

  /**
   * @param folder The folder of all jobs; made when it is missing
   * @param readable Whether the folders of jobs can be opened by the users that tools run as
   */
  constructor(folder: string, readable = false) {
    this.#folder = folder;
    this.#folderMode = readable ? 0o755 : 0o700;
    // Names cannot be listed by others, so that ids stay unknown to them.
    Deno.mkdirSync(folder, { recursive: true, mode: readable ? 0o711 : 0o700 });
  }

  async create(task: Task): Promise<void> {
    const folder = this.#place(task.id);
    await Deno.mkdir(folder, { mode: this.#folderMode });
    await this.#write(folder, task);
  }

  async get(id: string): Promise<Task | undefined> {
    if (!isTaskId(id)) return undefined;
    let text: string;
    try {
      text = await Deno.readTextFile(`${this.#place(id)}/${FILE}`);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
    return JSON.parse(text) as Task;
  }

  update(
    id: string,
    change: (task: Task) => Task | undefined,
  ): Promise<{ task: Task; changed: boolean } | undefined> {
    return this.#exclusively(async () => {
      const task = await this.get(id);
      if (!task) return undefined;
      const changed = change(task);
      if (!changed) return { task, changed: false };
      await this.#write(this.#place(id), changed);
      return { task: changed, changed: true };
    });
  }

  async list(caller?: string): Promise<Task[]> {
    const names = (await Array.fromAsync(Deno.readDir(this.#folder))).map((e) => e.name);
    const tasks: Task[] = [];
    for (let at = 0; at < names.length; at += READ_AT_ONCE) {
      const some = names.slice(at, at + READ_AT_ONCE);
      // Another server may remove one meanwhile.
      const found = await Promise.all(some.map((name) => this.get(name).catch(ignoreTorn)));
      for (const task of found) {
        if (task && (caller === undefined || task.caller === caller)) tasks.push(task);
      }
    }
    return tasks.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  }

  remove(id: string): Promise<void> {
    return this.#exclusively(async () => {
      if (!isTaskId(id)) return;
      // First what makes it a task: a remove that is killed leaves a stray folder, not half a task.
      await Deno.remove(`${this.#place(id)}/${FILE}`).catch(ignoreMissing);
      await Deno.remove(this.#place(id), { recursive: true }).catch(ignoreMissing);
    });
  }

  /** Takes away what killed processes have left. */
  async tidy(now = Date.now()): Promise<void> {
    for await (const { name } of Deno.readDir(this.#folder)) {
      if (!isTaskId(name)) continue;
      const folder = this.#place(name);
      const info = await Deno.stat(folder).catch(() => undefined);
      if (!info || now - (info.mtime?.getTime() ?? now) < STRAY_MS) continue;
      if (!await this.get(name)) await this.remove(name);
    }
  }

  #place(id: string): string {
    if (!isTaskId(id)) throw new TypeError("Not the id of a task");
    return `${this.#folder}/${id}`;
  }

  async #write(folder: string, task: Task) {
    const draft = `${folder}/.${newTaskId()}`;
    {
      using file = await Deno.open(draft, { write: true, createNew: true, mode: 0o600 });
      const bytes = new TextEncoder().encode(JSON.stringify(task));
      for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
      await file.sync();
    }
    await Deno.rename(draft, `${folder}/${FILE}`);
  }

  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(async () => {
      using lock = await Deno.open(`${this.#folder}/.lock`, {
        write: true,
        create: true,
        mode: 0o600,
      });
      await lock.lock(true);
      return await work();
    });
    this.#queue = done.catch(() => {});
    return done;
  }
}

/** A disk that failed in the middle of a write costs one task, and not the list of all. */
function ignoreTorn(error: unknown): undefined {
  if (!(error instanceof SyntaxError)) throw error;
  return undefined;
}

function ignoreMissing(error: unknown) {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
