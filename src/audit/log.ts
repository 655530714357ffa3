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

  async #append(entry: AuditEntry) {
    await Deno.mkdir(this.#folder, { recursive: true, mode: 0o700 });
    using file = await Deno.open(this.path, { read: true, write: true, create: true, mode: 0o600 });
    await file.lock(true);
    const { size } = await file.stat();
    const previous = await lastHash(file, size);
    if (size > this.#maxBytes) {
      // The copy keeps the chain; a rename would pull the locked file from under other servers.
      await this.#rotate();
      await file.truncate(0);
    }
    await file.seek(0, Deno.SeekMode.End);
    const bytes = new TextEncoder().encode(JSON.stringify(await link(entry, previous)) + "\n");
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  }

  async #rotate() {
    const name = `audit-${new Date().toISOString().replace(/[-:.]/g, "")}.jsonl`;
    await Deno.copyFile(this.path, `${this.#folder}/${name}`);
    await Deno.chmod(`${this.#folder}/${name}`, 0o600);
    const old: string[] = [];
    for await (const { name } of Deno.readDir(this.#folder)) {
      if (/^audit-\d{8}T\d+Z\.jsonl$/.test(name)) old.push(name);
    }
    for (const name of old.sort().slice(0, -KEPT_FILES)) {
      await Deno.remove(`${this.#folder}/${name}`).catch(() => {});
    }
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
