/**
 * Named locks that the kernel lets go when their owner ends, however it ends (flock(2)).
 *
 * A lock is a file that its owner holds locked. What the file says (owner, note, since when) is
 * for others to read; whether it is held, the kernel alone says. A file that is let go is
 * removed, so whoever has locked one looks whether it is still the one of that name.
 *
 * Deno permissions: `--allow-read` and `--allow-write` for the folder.
 *
 * @module
 */
import { sameBytes, sha256Bytes } from "../../spec/digest.ts";
import { pause } from "../../task/pause.ts";

/** Who holds a lock. */
export interface Holder {
  pid: number;
  note?: string;
  /** Milliseconds since 1970. */
  acquiredAt: number;
}

/** A lock that was taken. */
export interface Taken {
  token: string;
  acquiredAt: number;
}

/** What comes of a release. */
export type Release = "released" | "free" | "wrong-token" | "elsewhere";

const LOOK_MS = 25;

interface Held {
  file: Deno.FsFile;
  digest: Uint8Array;
}

/** The locks of one folder, as one process sees them. */
export class NamedLocks {
  readonly #folder: string;
  readonly #held = new Map<string, Held>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** A suffix keeps `.` and `..` from being folders. */
  #path(name: string): string {
    return `${this.#folder}/${name}.lock`;
  }

  /**
   * Takes a lock, at once or within `waitMs`.
   *
   * @returns what was taken, or who holds it; `undefined` as holder when that is not known
   */
  async acquire(
    name: string,
    { waitMs, note, signal }: { waitMs: number; note?: string; signal: AbortSignal },
  ): Promise<Taken | { holder: Holder | undefined }> {
    await Deno.mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // Not the clock of the day, which can jump.
    const end = performance.now() + waitMs;
    while (true) {
      const file = await this.#try(name);
      if (file) return await this.#take(name, file, note);
      const rest = end - performance.now();
      if (rest <= 0 || signal.aborted) return { holder: await this.holder(name) };
      await pause(Math.min(LOOK_MS, rest), signal);
    }
  }

  /** The file, locked; undefined when another holds it. */
  async #try(name: string): Promise<Deno.FsFile | undefined> {
    const path = this.#path(name);
    while (true) {
      const file = await Deno.open(path, { read: true, write: true, create: true, mode: 0o600 });
      try {
        if (!await file.tryLock(true)) {
          file.close();
          return undefined;
        }
        // Its owner may have removed it before we had it.
        const [own, named] = [
          await file.stat(),
          await Deno.stat(path).catch(() => undefined),
        ];
        if (named && named.ino === own.ino && named.dev === own.dev) return file;
        file.close();
      } catch (error) {
        file.close();
        throw error;
      }
    }
  }

  async #take(name: string, file: Deno.FsFile, note: string | undefined): Promise<Taken> {
    const token = crypto.randomUUID();
    const acquiredAt = Date.now();
    const holder: Holder = { pid: Deno.pid, ...(note !== undefined && { note }), acquiredAt };
    this.#held.set(name, { file, digest: await sha256Bytes(token) });
    const bytes = new TextEncoder().encode(JSON.stringify(holder));
    await file.truncate(0);
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
    return { token, acquiredAt };
  }

  /** Who holds a lock, as far as its file says it. */
  async holder(name: string): Promise<Holder | undefined> {
    try {
      return JSON.parse(await Deno.readTextFile(this.#path(name))) as Holder;
    } catch {
      // Being taken or let go at this moment.
      return undefined;
    }
  }

  /** Lets a lock go. Nothing changes unless the token is the right one. */
  async release(name: string, token: string): Promise<Release> {
    const held = this.#held.get(name);
    if (!held) return await this.#isHeldElsewhere(name) ? "elsewhere" : "free";
    if (!sameBytes(held.digest, await sha256Bytes(token))) return "wrong-token";
    // Another release with the token may have been quicker.
    if (this.#held.get(name) !== held) return "free";
    this.#held.delete(name);
    await Deno.remove(this.#path(name)).catch(() => {});
    held.file.close();
    return "released";
  }

  async #isHeldElsewhere(name: string): Promise<boolean> {
    let file: Deno.FsFile;
    try {
      file = await Deno.open(this.#path(name), { write: true });
    } catch {
      return false;
    }
    using open = file;
    return !await open.tryLock(true);
  }
}
