/**
 * Sees to it that a stream that outgrew the answer is in a file from its first byte on.
 *
 * @module
 */
import { BytesWindow } from "./bytes_window.ts";
import type { SpillFile } from "./spill.ts";

/** How much is kept where, and how the file is made. */
export interface SpillKeeperOptions {
  /** Raw bytes kept in memory before a file is opened. */
  memoryBytes: number;
  /** Raw bytes that the file takes at most. */
  fileBytes: number;
  openSpill: () => Promise<SpillFile>;
}

/**
 * Keeps the raw bytes of one stream: in memory while they fit, then all of them in a file.
 *
 * A file that cannot be opened or written is no reason to lose the call: its fault is kept
 * in `error`, the file is removed and nothing more is written. Needs what `openSpill` needs.
 */
export class SpillKeeper {
  #options: SpillKeeperOptions;
  #memory: BytesWindow | undefined;
  #seen = 0;
  #file: SpillFile | undefined;
  #written = 0;
  /** Why the file does not hold the stream. */
  error: string | undefined;

  constructor(options: SpillKeeperOptions) {
    this.#options = options;
    this.#memory = new BytesWindow(options.memoryBytes);
  }

  /** Whether more bytes came for the file than it may take. */
  get overLimit(): boolean {
    const inFile = this.#memory === undefined;
    return inFile && this.#seen > this.#options.fileBytes;
  }

  /** Takes the next chunk, whose buffer may be reused once the promise resolves. */
  async write(chunk: Uint8Array): Promise<void> {
    const before = this.#seen;
    this.#seen += chunk.length;
    if (this.#memory !== undefined && this.#seen <= this.#options.memoryBytes) {
      this.#memory.push(chunk);
      return;
    }
    await this.#moveToFile(before);
    await this.#append(chunk);
  }

  /**
   * Ends the stream. The file is made now if it is wanted and was not needed before, and
   * removed if it is not wanted.
   *
   * @returns The file's path, if there is one that holds the stream.
   */
  async finish(wanted: boolean): Promise<string | undefined> {
    if (wanted) await this.#moveToFile(this.#seen);
    const file = this.#file;
    if (file === undefined) return undefined;
    this.#file = undefined;
    try {
      await (wanted ? file.close() : file.discard());
      return wanted ? file.path : undefined;
    } catch (error) {
      this.error = messageOf(error);
      return undefined;
    }
  }

  /** Opens the file with the bytes kept in memory, unless that was done. */
  async #moveToFile(bytesInMemory: number): Promise<void> {
    if (this.#memory === undefined) return;
    const kept = this.#memory.finish().bytes.subarray(0, bytesInMemory);
    this.#memory = undefined;
    try {
      this.#file = await this.#options.openSpill();
    } catch (error) {
      this.error = messageOf(error);
      return;
    }
    await this.#append(kept);
  }

  async #append(bytes: Uint8Array): Promise<void> {
    const part = bytes.subarray(0, this.#options.fileBytes - this.#written);
    const file = this.#file;
    if (file === undefined || part.length === 0) return;
    try {
      await file.write(part);
      this.#written += part.length;
    } catch (error) {
      this.error = messageOf(error);
      this.#file = undefined;
      // What matters was recorded; a half-written file that cannot be removed changes nothing.
      await file.discard().catch(() => {});
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
