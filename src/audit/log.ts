/**
 * The audit log: who ran what, with which grants, and what came of it.
 *
 * One file of JSON lines, mode 0600, shared by every server of a state folder: each append
 * holds the file's lock and reads the last line, so that the chain stays one.
 *
 * Deno permissions: `--allow-read` and `--allow-write` for the folder.
 *
 * @module
 */
import { type AuditEntry, type AuditLine, FIRST_LINK, link } from "./record.ts";

const MAX_BYTES = 16 * 1024 * 1024;
const KEPT_FILES = 8;
/** What a rotated file is called: the time of its last line's successor. */
const OLD_NAME = /^audit-\d{8}T\d+Z\.jsonl$/;
/** No line is longer: the tool's name is at most 64 characters, the rest is fixed. */
const TAIL_BYTES = 8 * 1024;

/** Appends entries. */
export class AuditLog {
  readonly #folder: string;
  readonly #maxBytes: number;
  #queue: Promise<void> = Promise.resolve();

  constructor(folder: string, maxBytes = MAX_BYTES) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** The file that is written now. */
  get path(): string {
    return `${this.#folder}/audit.jsonl`;
  }

  /** Appends one entry; entries of one log keep their order. Rejects when it cannot be written. */
  append(entry: AuditEntry): Promise<void> {
    const done = this.#queue.then(() => this.#append(entry));
    this.#queue = done.catch(() => {});
    return done;
  }

  /** The files of the log, the oldest first; the one that is written now comes last, if it is there. */
  async files(): Promise<string[]> {
    const names: string[] = [];
    try {
      for await (const { name } of Deno.readDir(this.#folder)) {
        if (OLD_NAME.test(name) || name === "audit.jsonl") names.push(name);
      }
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    // The present file has no time in its name, and "." comes after "-".
    return names.sort().map((name) => `${this.#folder}/${name}`);
  }

  /** The texts of the newest files, the oldest of them first, while nobody writes. */
  async read(rotated = 0): Promise<{ path: string; text: string }[]> {
    await this.#queue;
    using file = await this.#open();
    await file.lock(true);
    const files = await this.files();
    return await Promise.all(
      files.slice(-1 - rotated).map(async (path) => ({
        path,
        text: await Deno.readTextFile(path),
      })),
    );
  }

  /**
   * Begins a new file; the chain goes on from the last line of the old one.
   *
   * @param kept How many old files stay, at least 1: the last hash stands in the newest
   * @returns Names of files: the new one's if there was anything to put away, and those removed
   */
  rotate(kept: number): Promise<{ rotated?: string; removed: string[] }> {
    const done = this.#queue.then(async () => {
      using file = await this.#open();
      await file.lock(true);
      const { size } = await file.stat();
      if (size === 0) return { removed: await this.#removeOld(kept) };
      // Steps over a line that a crash cut short, so that the copy ends with a whole one.
      await lastHash(file, size);
      const rotated = await this.#copy();
      await file.truncate(0);
      return { rotated, removed: await this.#removeOld(kept) };
    });
    this.#queue = done.then(() => {}, () => {});
    return done;
  }

  async #open(): Promise<Deno.FsFile> {
    await Deno.mkdir(this.#folder, { recursive: true, mode: 0o700 });
    return await Deno.open(this.path, { read: true, write: true, create: true, mode: 0o600 });
  }

  async #append(entry: AuditEntry) {
    using file = await this.#open();
    await file.lock(true);
    const { size } = await file.stat();
    const previous = size === 0 ? await this.#lastOfOld() : await lastHash(file, size);
    if (size > this.#maxBytes) {
      // The copy keeps the chain; a rename would pull the locked file from under other servers.
      await this.#copy();
      await this.#removeOld(KEPT_FILES);
      await file.truncate(0);
    }
    await file.seek(0, Deno.SeekMode.End);
    const bytes = new TextEncoder().encode(JSON.stringify(await link(entry, previous)) + "\n");
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  }

  /** The last hash of the newest old file: what the first line of a new one is tied to. */
  async #lastOfOld(): Promise<string> {
    const newest = (await this.files()).at(-2);
    if (newest === undefined) return FIRST_LINK;
    using file = await Deno.open(newest, { read: true, write: true });
    return await lastHash(file, (await file.stat()).size);
  }

  /** Copies the present file; returns the copy's name. */
  async #copy(): Promise<string> {
    const taken = new Set((await this.files()).map((path) => path.slice(this.#folder.length + 1)));
    let time = Date.now();
    const nameOf = () => `audit-${new Date(time).toISOString().replace(/[-:.]/g, "")}.jsonl`;
    while (taken.has(nameOf())) time++;
    await Deno.copyFile(this.path, `${this.#folder}/${nameOf()}`);
    await Deno.chmod(`${this.#folder}/${nameOf()}`, 0o600);
    return nameOf();
  }

  /** Removes all but the newest old files; returns their names. */
  async #removeOld(kept: number): Promise<string[]> {
    const old = (await this.files()).map((path) => path.slice(this.#folder.length + 1))
      .filter((name) => OLD_NAME.test(name));
    const removed = old.slice(0, Math.max(0, old.length - kept));
    for (const name of removed) await Deno.remove(`${this.#folder}/${name}`).catch(() => {});
    return removed;
  }
}

/** The hash of the last whole line. A line that a crash cut short is stepped over. */
async function lastHash(file: Deno.FsFile, size: number): Promise<string> {
  if (size === 0) return FIRST_LINK;
  const length = Math.min(size, TAIL_BYTES);
  await file.seek(size - length, Deno.SeekMode.Start);
  const buffer = new Uint8Array(length);
  for (let at = 0; at < length;) {
    const n = await file.read(buffer.subarray(at));
    if (n === null) break;
    at += n;
  }
  const lines = new TextDecoder().decode(buffer).split("\n");
  if (lines.at(-1) !== "") await file.write(new TextEncoder().encode("\n"));
  for (const line of lines.reverse()) {
    try {
      return (JSON.parse(line) as AuditLine).hash;
    } catch {
      // Cut short, or the first of the tail.
    }
  }
  return FIRST_LINK;
}
