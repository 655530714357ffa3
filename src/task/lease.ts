/**
 * Which servers of a state folder are alive: each holds a lock that the kernel lets go when
 * the process ends, however it ends (flock(2)).
 *
 * Deno permissions: `--allow-read` and `--allow-write` for the folder.
 *
 * @module
 */
import type { TaskStore } from "./store.ts";
import { isTerminal, type Task } from "./task.ts";

/** A server's sign of life. Disposed of, it is gone. */
export class Lease implements Disposable {
  /** The server's name among the others. */
  readonly server: string;
  readonly #path: string;
  readonly #file: Deno.FsFile;

  private constructor(server: string, path: string, file: Deno.FsFile) {
    this.server = server;
    this.#path = path;
    this.#file = file;
  }

  /** Signs on. */
  static async take(folder: string): Promise<Lease> {
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    const server = crypto.randomUUID();
    const path = `${folder}/${server}`;
    const file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
    await file.lock(true);
    return new Lease(server, path, file);
  }

  [Symbol.dispose]() {
    try {
      Deno.removeSync(this.#path);
    } catch {
      // Another server has tidied up.
    }
    this.#file.close();
  }
}

/** Whether the server that took a lease is still there. The lease of one that is not goes. */
export async function isAlive(folder: string, server: string): Promise<boolean> {
  const path = `${folder}/${server.replaceAll("/", "")}`;
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path, { write: true });
  } catch {
    return false;
  }
  try {
    if (!await file.tryLock(true)) return true;
    await Deno.remove(path).catch(() => {});
    return false;
  } finally {
    file.close();
  }
}

/**
 * Takes over the task of a server that is gone. Two servers never both do.
 *
 * @returns the task, or undefined when its server lives or another one was quicker
 */
export async function claim(
  store: TaskStore,
  folder: string,
  { id, from, by }: { id: string; from: string; by: string },
): Promise<Task | undefined> {
  if (await isAlive(folder, from)) return undefined;
  const taken = await store.update(
    id,
    (t) => isTerminal(t.status) || t.server !== from ? undefined : { ...t, server: by },
  );
  return taken?.changed ? taken.task : undefined;
}
