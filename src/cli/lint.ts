/**
 * `lint [PATH…]`: what the loader would refuse, for bundles named or shipped. Runs nothing.
 *
 * @module
 */
import { loadBundle, loadBundles } from "../bundle/load.ts";
import type { Bundle } from "../bundle/types.ts";
import { deriveGrants } from "../policy/derive.ts";
import { thisHost } from "../policy/host.ts";
import { formatProblem, hasErrors, type Problem } from "../spec/problem.ts";
import { type Options, UsageError } from "./options.ts";
import { ownPlaces, programFolder, startedByRoot } from "./places.ts";

/** Prints one line for each problem; the exit code is 1 when one is an error. */
export function lint(options: Options): Promise<number> {
  const host = thisHost();
  const own = ownPlaces(options.stateDir, host, startedByRoot());
  const bundles = options.rest.length > 0
    ? options.rest.flatMap(bundlesAt)
    : loadBundles([{ folder: `${programFolder()}/bundles`, overlay: false }], () => true).bundles;
  const problems: Problem[] = [];
  for (const bundle of bundles) {
    problems.push(...bundle.problems);
    for (const tool of bundle.tools) {
      problems.push(...deriveGrants(bundle, tool, host, own).problems);
    }
  }
  if (options.format === "json") console.log(JSON.stringify(problems, null, 2));
  else for (const problem of problems) console.log(formatProblem(problem));
  const tools = bundles.reduce((n, b) => n + b.tools.length, 0);
  console.error(`${bundles.length} bundles, ${tools} good tools, ${problems.length} problems`);
  return Promise.resolve(hasErrors(problems) ? 1 : 0);
}

/** A path may be one bundle or a folder of bundles. */
function bundlesAt(path: string): Bundle[] {
  let folder: string;
  try {
    folder = Deno.realPathSync(path);
  } catch {
    throw new UsageError(`There is nothing at "${path}"`);
  }
  const one = loadBundle(folder, folder.slice(folder.lastIndexOf("/") + 1));
  if (one) return [one];
  const { bundles } = loadBundles([{ folder, overlay: false }], () => true);
  if (bundles.length === 0) {
    throw new UsageError(`"${path}" is neither a bundle nor a folder of bundles`);
  }
  return bundles;
}
