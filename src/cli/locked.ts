/**
 * Whether a bundle is what the lock says.
 *
 * Deno permissions: `--allow-read`.
 *
 * @module
 */
import { dirname } from "@std/path";
import {
  compareWithLock,
  type Lock,
  LOCK_NAME,
  type LockChange,
  type LockedBundle,
  parseLock,
} from "../bundle/lock.ts";
import type { Bundle } from "../bundle/types.ts";
import { UsageError } from "./options.ts";

/** Judges bundles by the lock beside their folder, else by the one of the working directory. */
export class LockKeeper {
  /** Why bundles were refused, for stderr. */
  readonly notices: string[] = [];
  readonly #locks = new Map<string, Lock | undefined>();

  /**
   * @param folder The folder that the command was given in
   * @param isRequired `--locked`: a bundle that no lock knows is refused
   */
  constructor(readonly folder: string, readonly isRequired: boolean) {}

  /**
   * Whether a bundle may be loaded.
   *
   * @throws {UsageError} when a lock cannot be read
   */
  admits(bundle: Bundle): boolean {
    const { file, locked } = this.find(bundle) ?? {};
    if (locked !== undefined) {
      const change = compareWithLock(bundle, locked);
      if (change === undefined) return true;
      this.notices.push(
        `The bundle "${bundle.name}" is not loaded, as it is not what ${file} says: ${
          describeChange(change)
        }. Read the changes, then run: lock`,
      );
      return false;
    }
    if (!this.isRequired) return true;
    this.notices.push(
      `The bundle "${bundle.name}" is not loaded (--locked), as no ${LOCK_NAME} knows it. Read it, then run: lock`,
    );
    return false;
  }

  /**
   * What the nearest lock that knows a bundle says of it, and where.
   *
   * @throws {UsageError} when a lock cannot be read
   */
  find(bundle: Bundle): { file: string; locked: LockedBundle } | undefined {
    const files = [dirname(bundle.folder), dirname(dirname(bundle.folder)), this.folder]
      .map((folder) => `${folder === "/" ? "" : folder}/${LOCK_NAME}`);
    for (const file of new Set(files)) {
      const locked = this.#lock(file)?.bundles[bundle.name];
      if (locked !== undefined) return { file, locked };
    }
    return undefined;
  }

  #lock(file: string): Lock | undefined {
    if (!this.#locks.has(file)) this.#locks.set(file, readLock(file));
    return this.#locks.get(file);
  }
}

/**
 * Reads a lock; undefined when there is none.
 *
 * @throws {UsageError} when it is there and cannot be read
 */
export function readLock(file: string): Lock | undefined {
  try {
    return parseLock(Deno.readTextFileSync(file));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw new UsageError(
      `Cannot read the lock "${file}": ${(error as Error).message}; mend it, or take it away`,
    );
  }
}

/** `gained run curl (bundle.yaml:8); changed scripts/a.sh`. */
export function describeChange({ files, gained, lost }: LockChange): string {
  return [
    ...gained.map((g) => `gained ${g.text} (${g.file}:${g.line})`),
    ...lost.map((text) => `lost ${text}`),
    ...files,
  ].join("; ");
}
