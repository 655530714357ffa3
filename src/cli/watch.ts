/**
 * `start --watch`: loads the tools anew when a bundle changes. The new set is built whole and
 * linted first; one with an error that the last good set did not have is not served.
 *
 * Deno permissions: those of {@linkcode prepare}.
 *
 * @module
 */
import { lintBundles } from "../lint/lint.ts";
import type { Plan } from "../plan/types.ts";
import { thisHost } from "../policy/host.ts";
import { realPathOrNone } from "../policy/paths.ts";
import { findProgram } from "../sandbox/programs.ts";
import { formatProblem, type Problem } from "../spec/problem.ts";
import type { LiveLinks } from "./live_links.ts";
import { Log } from "./log.ts";
import type { Options } from "./options.ts";
import { programFolder } from "./places.ts";
import { overlayFolder, place, prepare, type Prepared } from "./prepare.ts";

/** An editor writes a file in several steps, and a checkout many files. */
const SETTLE_MS = 300;

/** Watches until `stop` aborts. Never rejects: what goes wrong is said, and the tools stay. */
export async function watch(
  options: Options,
  first: Plan,
  links: LiveLinks,
  stop: AbortSignal,
): Promise<void> {
  const log = new Log(options.logLevel);
  let served = first.folder;
  // What was wrong when the server began, it was started with.
  let errors: Set<string> | undefined;
  for await (const _ of changes(foldersOf(options, first), stop)) {
    try {
      const next = await prepare(options);
      const found = await errorsOf(next);
      const fresh = errors ? found.filter((p) => !errors!.has(keyOf(p))) : [];
      if (fresh.length > 0) {
        for (const text of new Set(fresh.map(formatProblem))) log.say("error", text);
        log.say("error", "The tools stay as they were until this is mended");
        continue;
      }
      errors = new Set(found.map(keyOf));
      const plan = await place(next);
      if (plan.folder === served) continue;
      await links.serve(plan, stop, () => log.say("warning", "The server is slow to load anew"));
      served = plan.folder;
    } catch (error) {
      log.say("error", `The tools stay as they were: ${(error as Error).message}`);
    }
  }
}

/** The folders that bundles come from: shipped ones, the overlay, and those behind links. */
function foldersOf(options: Options, plan: Plan): string[] {
  const loaded = plan.tools.map((t) => t.file.replace(/\/spec_yaml\/[^/]*$/, ""));
  const overlay = overlayFolder(options, thisHost());
  const all = [`${programFolder()}/bundles`, overlay, ...loaded].map(realPathOrNone);
  return [...new Set(all.filter((path) => path !== undefined))];
}

/** Once for every burst of changes below the folders. */
async function* changes(folders: readonly string[], stop: AbortSignal): AsyncGenerator<void> {
  if (stop.aborted) return;
  using watcher = Deno.watchFs([...folders]);
  let wake = Promise.withResolvers<void>();
  // The first look finds what has changed since the server's plan was made.
  let changed = true;
  stop.addEventListener("abort", () => wake.resolve(), { once: true });
  (async () => {
    for await (const { kind } of watcher) {
      // Our own reading is no change.
      if (kind === "access" || kind === "any" || kind === "other") continue;
      changed = true;
      wake.resolve();
    }
  })().catch(() => {});
  while (!stop.aborted) {
    if (!changed) await wake.promise;
    while (changed && !stop.aborted) {
      changed = false;
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    }
    if (stop.aborted) return;
    wake = Promise.withResolvers();
    yield;
  }
}

/** What the loader, the plan and the linter call an error. */
async function errorsOf({ bundles, draft, own }: Prepared): Promise<Problem[]> {
  const program = findProgram("shellcheck", Deno.env.get("PATH") ?? "")?.path;
  const shellcheck = program === undefined ? undefined : { program };
  const { findings } = await lintBundles(bundles, { own, shellcheck });
  return [...draft.plan.problems, ...findings].flatMap((p) =>
    p.level === "error" ? [{ ...p, level: p.level }] : []
  );
}

/** Without the place: lines move. */
function keyOf({ rule, file, message }: Problem): string {
  return JSON.stringify([rule, file, message]);
}
