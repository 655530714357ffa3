/**
 * The output files of one caller, as MCP resources: spilled streams, what tools left in
 * `TOOL_RESULT_DIR`, logs of tasks, and files that calls were told to write.
 *
 * A file is a caller's once a result of the caller's has linked to it, for a day. That is
 * written down in the state folder, so that it holds over a restart.
 *
 * Deno permissions: `--allow-read` and `--allow-write` for the state folder, and those of
 * {@linkcode readOutput}.
 *
 * @module
 */
import { FILE_AGE_MS } from "../plan/sweep.ts";
import type { Plan } from "../plan/types.ts";
import { baseName } from "../policy/paths.ts";
import { sha256 } from "../spec/digest.ts";
import { type RangeContents, rangeContents, rangeOf } from "./byte_range.ts";
import { readOutput } from "./output_reader.ts";
import { fileUri, mimeTypeOf, type ToolResult } from "./record.ts";

/** One file as `resources/list` shows it. */
export interface ListedOutput {
  uri: string;
  name: string;
  description: string;
  mimeType: string;
}

/** How ranges are asked for, as `resources/templates/list` shows it (RFC 6570). */
export const OUTPUT_TEMPLATE = {
  uriTemplate: "file://{+path}{?offset,length}",
  name: "output",
  title: "A range of an output file",
  description: "Bytes of a file that a result of yours links to: from offset on, at most length.",
};

/** The caller has no such file, or has it no more. */
export class NoOutputError extends Error {
  override name = "NoOutputError";
}

interface Entry {
  path: string;
  description: string;
}

/** The files of one caller. */
export class Outputs {
  #plan: Plan;
  readonly #caller: string;
  readonly #known: boolean;
  readonly #now: () => number;
  #made: Promise<string> | undefined;

  /** @param known Whether the caller is one, and not everybody who reaches the address: only then are files listed */
  constructor(plan: Plan, caller: string, known: boolean, now: () => number = () => Date.now()) {
    this.#plan = plan;
    this.#caller = caller;
    this.#known = known;
    this.#now = now;
  }

  /** Reads through another plan's launcher from now on. */
  adopt(plan: Plan) {
    this.#plan = plan;
  }

  /** Makes the files that a result links to the caller's. What cannot be written down is none. */
  async keep(result: ToolResult): Promise<void> {
    for (const block of result.content) {
      if (block.type !== "resource_link") continue;
      const path = pathOf(block.uri);
      if (path !== undefined) await this.#note({ path, description: block.description });
    }
  }

  async #note(entry: Entry) {
    try {
      const folder = await (this.#made ??= this.#makeFolder());
      const file = `${folder}/${await nameOf(entry.path)}`;
      const draft = `${file}.${crypto.randomUUID()}`;
      await Deno.writeTextFile(draft, JSON.stringify(entry), { mode: 0o600, createNew: true });
      await Deno.rename(draft, file);
    } catch (error) {
      this.#made = undefined;
      console.error(`Cannot offer "${entry.path}" as a resource: ${(error as Error).message}`);
    }
  }

  async #makeFolder(): Promise<string> {
    const folder = await this.#folder();
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  async #folder(): Promise<string> {
    return `${this.#plan.stateFolder}/resources/${(await sha256(this.#caller)).slice(0, 32)}`;
  }

  /** The caller's files, newest first. */
  async list(): Promise<ListedOutput[]> {
    if (!this.#known) return [];
    const folder = await this.#folder();
    const found: { entry: Entry; time: number }[] = [];
    for (const name of await namesIn(folder)) {
      const noted = await this.#read(`${folder}/${name}`);
      if (noted) found.push(noted);
    }
    found.sort((a, b) => b.time - a.time || (a.entry.path < b.entry.path ? -1 : 1));
    return found.map(({ entry: { path, description } }) => ({
      uri: fileUri(path),
      name: baseName(path),
      description,
      mimeType: mimeTypeOf(path),
    }));
  }

  /**
   * A range of one of the caller's files.
   *
   * @throws {NoOutputError}
   */
  async read(uri: string): Promise<RangeContents> {
    const asked = rangeOf(uri);
    const path = asked && pathOf(asked.file);
    if (!asked || path === undefined) {
      throw new NoOutputError(
        `No resource: ${JSON.stringify(uri)}; ranges are asked for with ?offset=N&length=M`,
      );
    }
    const noted = await this.#read(`${await this.#folder()}/${await nameOf(path)}`);
    const read = noted && noted.entry.path === path
      ? await readOutput(this.#plan, path, asked.range)
      : undefined;
    // Another caller's file is as good as none.
    if (!read) throw new NoOutputError(`No resource, or one no more: ${JSON.stringify(uri)}`);
    return rangeContents(
      asked.file,
      mimeTypeOf(path),
      asked.range.offset,
      read.bytes,
      read.size,
    );
  }

  async #read(file: string): Promise<{ entry: Entry; time: number } | undefined> {
    try {
      const { mtime } = await Deno.stat(file);
      const time = mtime?.getTime() ?? 0;
      if (this.#now() - time > FILE_AGE_MS) return undefined;
      return { entry: JSON.parse(await Deno.readTextFile(file)) as Entry, time };
    } catch {
      // Swept, or another server writes it just now.
      return undefined;
    }
  }
}

/** The path behind a link of ours; undefined for every other URI, and for other spellings. */
function pathOf(uri: string): string | undefined {
  try {
    const path = uri.startsWith("file:///") ? decodeURIComponent(uri.slice(7)) : undefined;
    return path !== undefined && fileUri(path) === uri ? path : undefined;
  } catch {
    return undefined;
  }
}

async function nameOf(path: string): Promise<string> {
  return `${(await sha256(path)).slice(0, 32)}.json`;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    const all = await Array.fromAsync(Deno.readDir(folder));
    return all.map((e) => e.name).filter((name) => name.endsWith(".json"));
  } catch {
    return [];
  }
}
