/**
 * `bundles.lock.json`: the bytes and grants of bundles at the time when a person looked at them.
 *
 * Deno permissions: `--allow-read` for the bundles.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { type DeclaredGrant, declaredGrants } from "./declared_grants.ts";
import type { Bundle } from "./types.ts";

/** The lock's file name. */
export const LOCK_NAME = "bundles.lock.json";

/** One bundle in a lock. */
export interface LockedBundle {
  /** Relative path to `sha256:HEX`, with ` x` behind it for what may be executed; links to `link:TARGET`. */
  files: Record<string, string>;
  /** As written, sorted. */
  grants: string[];
}

/** A whole lock. */
export interface Lock {
  version: 1;
  bundles: Record<string, LockedBundle>;
}

/** How a bundle differs from its lock. */
export interface LockChange {
  /** Files, each with what happened to it: `changed scripts/a.sh`. */
  files: string[];
  gained: DeclaredGrant[];
  lost: string[];
}

/** Digests every file of a bundle. */
export function lockBundle(bundle: Bundle): LockedBundle {
  return {
    files: bundle.config ? ownFile(bundle.config.file) : digests(bundle.folder),
    grants: declaredGrants(bundle).map((g) => g.text).sort(),
  };
}

/** What changed since the lock; undefined when nothing did. */
export function compareWithLock(bundle: Bundle, locked: LockedBundle): LockChange | undefined {
  const now = lockBundle(bundle);
  const names = [...new Set([...Object.keys(now.files), ...Object.keys(locked.files)])].sort();
  const files = names.flatMap((name) => {
    const [before, after] = [locked.files[name], now.files[name]];
    if (before === after) return [];
    return [`${before === undefined ? "new" : after === undefined ? "gone" : "changed"} ${name}`];
  });
  const gained = declaredGrants(bundle).filter((g) => !locked.grants.includes(g.text));
  const lost = locked.grants.filter((g) => !now.grants.includes(g));
  return files.length + gained.length + lost.length === 0 ? undefined : { files, gained, lost };
}

/** The lock's text, in the same order for the same bundles. */
export function formatLock(lock: Lock): string {
  const bundles = Object.fromEntries(
    Object.entries(lock.bundles).sort(([a], [b]) => a < b ? -1 : 1),
  );
  return JSON.stringify({ version: lock.version, bundles }, null, 2) + "\n";
}

/**
 * Reads a lock's text.
 *
 * @throws {SyntaxError} when it is no lock: a lock that cannot be read must not count as none
 */
export function parseLock(text: string): Lock {
  const value: unknown = JSON.parse(text);
  if (!isRecord(value) || value["version"] !== 1 || !isRecord(value["bundles"])) {
    throw new SyntaxError("It has no version 1 and no bundles");
  }
  for (const [name, bundle] of Object.entries(value["bundles"])) {
    const isWhole = isRecord(bundle) && isRecord(bundle["files"]) &&
      Object.values(bundle["files"]).every((d) => typeof d === "string") &&
      Array.isArray(bundle["grants"]) && bundle["grants"].every((g) => typeof g === "string");
    if (!isWhole) throw new SyntaxError(`Its bundle "${name}" has no files and grants`);
  }
  return value as unknown as Lock;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** A configuration is one file, whatever else lies beside it. */
function ownFile(file: string): Record<string, string> {
  return { [file.slice(file.lastIndexOf("/") + 1)]: digest(file) };
}

function digests(folder: string): Record<string, string> {
  const files: Record<string, string> = {};
  const read = (below: string) => {
    const entries = [...Deno.readDirSync(`${folder}/${below}`)];
    for (
      const { name, isDirectory, isFile, isSymlink } of entries.sort((a, b) =>
        a.name < b.name ? -1 : 1
      )
    ) {
      const path = `${below}${name}`;
      if (isDirectory) read(`${path}/`);
      else if (isSymlink) files[path] = `link:${Deno.readLinkSync(`${folder}/${path}`)}`;
      else if (isFile) files[path] = digest(`${folder}/${path}`);
      // A device or pipe has no bytes to compare, but it must not come and go unseen.
      else files[path] = "special";
    }
  };
  read("");
  return files;
}

function digest(path: string): string {
  const { mode } = Deno.lstatSync(path);
  const hash = createHash("sha256").update(Deno.readFileSync(path)).digest("hex");
  return `sha256:${hash}${mode !== null && (mode & 0o111) !== 0 ? " x" : ""}`;
}
