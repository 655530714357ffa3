/**
 * `lock [PATH…]`: writes `bundles.lock.json` in the working directory.
 *
 * @module
 */
import { compareWithLock, formatLock, type Lock, LOCK_NAME, lockBundle } from "../bundle/lock.ts";
import { hasErrors } from "../spec/problem.ts";
import { thisHost, typedPath } from "../policy/host.ts";
import { bundlesAt } from "./bundles_at.ts";
import { describeChange, readLock } from "./locked.ts";
import { type Options, UsageError } from "./options.ts";
import { programFolder } from "./places.ts";

/** Locks the bundles at the paths, else the shipped ones and those of `--spec-dir`. */
export function lock(options: Options): Promise<number> {
  const host = thisHost();
  const file = `${typedPath(".", host)}/${LOCK_NAME}`;
  const overlay = typedPath(options.specDir, host);
  const paths = options.rest.length > 0
    ? options.rest
    : [`${programFolder()}/bundles`, ...(host.isFolder(overlay) ? [overlay] : [])];
  const before = readLock(file);
  const lock: Lock = { version: 1, bundles: { ...(options.rest.length > 0 && before?.bundles) } };
  const seen = new Set<string>();
  for (const bundle of paths.flatMap((path) => bundlesAt(path, host))) {
    if (seen.has(bundle.name)) {
      throw new UsageError(`There are two bundles "${bundle.name}": lock them in two folders`);
    }
    seen.add(bundle.name);
    if (hasErrors(bundle.problems)) {
      throw new UsageError(`The bundle "${bundle.name}" has errors: run lint on it first`);
    }
    lock.bundles[bundle.name] = lockBundle(bundle);
    const old = before?.bundles[bundle.name];
    const change = old && compareWithLock(bundle, old);
    if (!old) console.error(`${bundle.name}: new`);
    else if (change) console.error(`${bundle.name}: ${describeChange(change)}`);
  }
  for (const name of Object.keys(before?.bundles ?? {})) {
    if (!Object.hasOwn(lock.bundles, name)) console.error(`${name}: gone`);
  }
  Deno.writeTextFileSync(file, formatLock(lock));
  console.error(`${Object.keys(lock.bundles).length} bundles in ${file}`);
  return Promise.resolve(0);
}
