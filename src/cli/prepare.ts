/**
 * What `start`, `permissions`, `list`, `call` and `doctor` do first: from options to a plan.
 *
 * Deno permissions: `--allow-read`, `--allow-env`, `--allow-run`, `--allow-sys=uid,gid`, and
 * `--allow-write` for the base folder.
 *
 * @module
 */
import { loadBundles } from "../bundle/load.ts";
import type { Bundle } from "../bundle/types.ts";
import { buildPlan, type Draft, placePlan } from "../plan/build.ts";
import { digestPlanText, PLACEHOLDER } from "../plan/files.ts";
import { findTier, type Tier } from "../plan/tier.ts";
import type { Plan, PlanHttp } from "../plan/types.ts";
import type { OwnPlaces } from "../policy/derive.ts";
import { type Host, thisHost, typedPath } from "../policy/host.ts";
import { deriveRoots, type Root } from "../policy/roots.ts";
import { isWithin } from "../policy/paths.ts";
import { DEFAULT_SPEC_DIR } from "./option_table.ts";
import { type Options, UsageError } from "./options.ts";
import { isLoopback } from "../server/http/address.ts";
import { loadConfigs } from "./configs.ts";
import { LockKeeper } from "./locked.ts";
import { guardBase, ownPlaces, startedByRoot } from "./places.ts";

/** Everything that was found out. */
export interface Prepared {
  options: Options;
  host: Host;
  own: OwnPlaces;
  bundles: Bundle[];
  tier: Tier;
  draft: Draft;
}

/**
 * Loads the bundles and derives the plan in memory.
 *
 * @throws {UsageError} for roots, bundles or a tier that cannot be had as asked
 */
export async function prepare(options: Options, host: Host = thisHost()): Promise<Prepared> {
  const asRoot = startedByRoot();
  const own = ownPlaces(options.stateDir, host, asRoot);
  guardBase(own.base);
  const { roots, notices, errors } = deriveRoots(options.roots, own, host);
  if (errors.length > 0) throw new UsageError(errors.join("\n"));
  const loaded = load(options, own, host, roots);
  const tier = await findTier(options.sandbox, host.env("PATH") ?? "", own.base, asRoot);
  if (options.sandbox === "required" && tier.name === "missing") {
    throw new UsageError(`--sandbox required: ${tier.detail}. ${tier.mend}`);
  }
  const draft = await buildPlan({
    bundles: loaded.bundles,
    notices: [...notices, ...loaded.notices],
    // The bundles that a client's folder brings along must not be rewritten by the tools they hold.
    roots: [...roots, ...guardedFolders(overlayFolder(options, host), loaded.bundles, host, roots)],
    tier,
    operator: options.grants,
    own,
    host,
    asRoot,
    owner: asRoot ? undefined : { uid: Deno.uid()!, gid: Deno.gid()! },
    http: httpOf(options, host),
    approved: options.approve,
    server: {
      name: options.serverName,
      version: options.serverVersion,
      logLevel: options.logLevel,
      ...instructionsOf(loaded.bundles),
      bareNames: options.bareNames,
      ...(options.maxConcurrentTasks !== undefined &&
        { maxConcurrentTasks: options.maxConcurrentTasks }),
    },
  });
  return { options, host, own, bundles: loaded.bundles, tier, draft };
}

/** What the configurations say of their servers, joined. */
function instructionsOf(bundles: readonly Bundle[]): { instructions?: string } {
  const texts = bundles.flatMap((b) => b.config?.instructions ?? []);
  return texts.length > 0 ? { instructions: texts.join("\n\n") } : {};
}

/**
 * Where HTTP listens.
 *
 * @throws {UsageError} for an address that strangers reach, without tokens
 */
function httpOf(options: Options, host: Host): PlanHttp | undefined {
  if (options.transport !== "streamable-http") return undefined;
  if (!isLoopback(options.host) && options.authTokenFile === undefined) {
    throw new UsageError(
      `--host is "${options.host}", which others can reach: give --auth-token-file FILE, or listen on 127.0.0.1`,
    );
  }
  const typed = options.authTokenFile;
  const tokenFile = typed === undefined ? undefined : host.realPath(typedPath(typed, host));
  if (typed !== undefined && tokenFile === undefined) {
    throw new UsageError(`The token file "${typed}" does not exist`);
  }
  return {
    hostname: options.host.replace(/^\[|\]$/g, ""),
    port: options.port,
    path: options.httpPath,
    ...(tokenFile !== undefined && { tokenFile }),
  };
}

/** Writes the plan, so that its launchers can be started. */
export function place(prepared: Prepared): Promise<Plan> {
  return placePlan(prepared.draft, prepared.own.base);
}

/** The plan as it would be written, without writing it. */
export async function locate(prepared: Prepared): Promise<Plan> {
  const text = JSON.stringify(prepared.draft.plan, null, 1);
  const digest = await digestPlanText(text, PLACEHOLDER);
  return JSON.parse(text.replaceAll(PLACEHOLDER, `${prepared.own.base}/plans/${digest}`)) as Plan;
}

/** The folder that is laid over the shipped bundles; it may be missing. */
export function overlayFolder(options: Options, host: Host): string {
  // The default counts from the server's own folder: a folder that an agent works in must not bring bundles along.
  if (options.specDir === DEFAULT_SPEC_DIR) return `${host.cwd}/${options.specDir}`;
  return typedPath(options.specDir, host);
}

function load(options: Options, own: OwnPlaces, host: Host, roots: readonly Root[]) {
  // A configuration is served alone, unless bundles are asked for.
  const wanted = options.bundles ?? (options.configs.length > 0 ? [] : undefined);
  const specDir = overlayFolder(options, host);
  const seen: string[] = [];
  const keeper = new LockKeeper(typedPath(".", host), options.locked);
  const loaded = loadBundles(
    [{ folder: `${own.program}/bundles`, overlay: false }, { folder: specDir, overlay: true }],
    (bundle, overlay) => {
      // A broken manifest is told about, not hidden; an overlay was asked for as a whole.
      const isWanted = wanted !== undefined || overlay || (bundle.manifest?.default ?? true);
      return isWanted && keeper.admits(bundle);
    },
    (name) => {
      seen.push(name);
      return wanted?.includes(name) ?? true;
    },
  );
  const configured = loadConfigs(options, host, roots);
  loaded.bundles.push(...configured.bundles.filter((bundle) => keeper.admits(bundle)));
  loaded.notices.push(...configured.notices, ...keeper.notices);
  const missing = wanted?.filter((name) => !seen.includes(name)) ?? [];
  if (missing.length > 0) {
    throw new UsageError(
      `There is no bundle "${missing[0]}"; there are ${[...new Set(seen)].sort().join(", ")}. ` +
        `More come from --spec-dir`,
    );
  }
  if (options.specDir !== DEFAULT_SPEC_DIR && host.realPath(specDir) === undefined) {
    loaded.notices.push(`The folder "${options.specDir}" (--spec-dir) does not exist`);
  }
  for (const { bundle, kind, value } of options.grants) {
    if (loaded.bundles.some((b) => b.name === bundle)) continue;
    loaded.notices.push(
      `--grant ${bundle}:${kind}=${value} widens nothing: no such bundle is loaded`,
    );
  }
  return loaded;
}

/**
 * The overlay and bundles behind links, where they lie in a root, are read-only for tools: what
 * they rewrote would run with other grants at the next start.
 */
function guardedFolders(
  overlay: string,
  bundles: readonly Bundle[],
  host: Host,
  roots: readonly Root[],
): Root[] {
  const real = host.realPath(overlay);
  const guarded: Root[] = [];
  for (const path of [...(real === undefined ? [] : [real]), ...bundles.map((b) => b.folder)]) {
    const isAsked = roots.some((r) => r.path === path);
    const isGuarded = guarded.some((g) => isWithin(path, g.path));
    if (isAsked || isGuarded || !roots.some((r) => isWithin(path, r.path))) continue;
    guarded.push({ path, readOnly: true, from: "--spec-dir" });
  }
  return guarded;
}
