/**
 * From bundles to a plan: the heart of `start`.
 *
 * Deno permissions: `--allow-read`, `--allow-env`; `--allow-run` and `--allow-write` for the probe.
 *
 * @module
 */
import type { Bundle } from "../bundle/types.ts";
import { deriveGrants, type OperatorGrant, type OwnPlaces } from "../policy/derive.ts";
import { type ToolGrants, valuesOf } from "../policy/grant.ts";
import type { Host } from "../policy/host.ts";
import { isWithin } from "../policy/paths.ts";
import type { Root } from "../policy/roots.ts";
import type { LauncherPrograms } from "../sandbox/confinement.ts";
import { lockersLauncherText } from "../sandbox/launcher_lockers.ts";
import { findProgram } from "../sandbox/programs.ts";
import { killLauncherText } from "../sandbox/launcher_kill.ts";
import { readLauncherText } from "../sandbox/launcher_read.ts";
import { RELAY_SCRIPT } from "../sandbox/net/relay.ts";
import { hasErrors, type Problem } from "../spec/problem.ts";
import { VERSION } from "../version.ts";
import { copyBundle } from "./copy.ts";
import { etcView } from "./etc.ts";
import { filterFiles } from "./filters.ts";
import { planTool } from "./for_users.ts";
import { digestFiles, PLACEHOLDER, type PlanFile, writePlan } from "./files.ts";
import { keeperOf } from "./keeper.ts";
import { upstreamOf } from "./net.ts";
import { ownerOfFuture } from "./owner.ts";
import type { PlanRuleId } from "./rules.ts";
import type { Tier } from "./tier.ts";

import type { Owner, Plan, PlanHttp, PlanRoot, PlanTool } from "./types.ts";
import { Views } from "./views.ts";

/** What `start` has found out before it plans. */
export interface BuildInput {
  bundles: readonly Bundle[];
  notices: readonly string[];
  roots: readonly Root[];
  tier: Tier;
  operator: readonly OperatorGrant[];
  own: OwnPlaces;
  host: Host;
  /** Whether root started the server. */
  asRoot: boolean;
  /** The user who started the server; root's tools run as others. */
  owner: Owner | undefined;
  server: Plan["server"];
  http: PlanHttp | undefined;
  /** Patterns of tools that need no person. */
  approved: readonly string[];
}

/** A plan in memory, with its files. Paths in it hold the placeholder. */
export interface Draft {
  plan: Plan;
  files: PlanFile[];
}

/** Derives the plan. */
export async function buildPlan(input: BuildInput): Promise<Draft> {
  const { own, host, tier } = input;
  const stateFolder = `${own.base}/state`;
  const roots = input.roots.map((r): PlanRoot => {
    const owner = input.asRoot ? ownerOfFuture(r.path) : undefined;
    return owner ? { ...r, owner } : r;
  });
  const owners = uniqueOwners([
    ...(input.owner ? [input.owner] : []),
    ...roots.flatMap((r) => r.owner ? [r.owner] : []),
  ]);
  const views = new Views(
    host.env("PATH") ?? "",
    host.home,
    tier.name === "bwrap" ? helpersOf(tier.programs) : [],
  );
  const files: PlanFile[] = [];
  const plan: Plan = {
    version: 1,
    program: VERSION,
    server: input.server,
    ...(input.http && { http: input.http }),
    folder: PLACEHOLDER,
    stateFolder,
    tier: { name: tier.name, detail: tier.detail },
    asRoot: input.asRoot,
    roots,
    ...(host.home !== undefined && { home: host.home }),
    tools: [],
    grants: [],
    env: [],
    approved: [...input.approved],
    problems: input.bundles.flatMap((b) => b.problems),
    notices: [...("notice" in tier ? [tier.notice] : []), ...input.notices],
    files: {},
  };
  for (const bundle of input.bundles) {
    const copy = bundle.tools.some((t) => t.script !== undefined)
      ? copyBundle(bundle)
      : { files: [] };
    if ("problem" in copy) {
      plan.problems.push(copy.problem);
      continue;
    }
    let served = false;
    for (const source of bundle.tools) {
      const { grants, problems } = deriveGrants(bundle, source, host, own, input.operator);
      plan.problems.push(...problems);
      if (hasErrors(problems)) continue;
      const planned = planTool(bundle, source, grants, {
        host,
        roots,
        etc: (binds) => etcView(owners, binds),
        launchers: tier.name === "bwrap" ? tier.programs : undefined,
        seatbelt: tier.name === "seatbelt" ? { scratchFolder: `${own.base}/scratch` } : undefined,
        landlock: tier.name === "landlock"
          ? { programs: tier.programs, scratchFolder: `${own.base}/scratch` }
          : undefined,
        views,
        pathsWork: tier.name === "bwrap" ? tier.paths : true,
        noTier: tier.name === "missing"
          ? { reason: "sandbox", message: `${tier.detail}. ${tier.mend}` }
          : tier.name === "none" && bundle.manifest?.sandbox === "required"
          ? {
            reason: "sandbox",
            message:
              `The bundle "${bundle.name}" requires a sandbox, and the server runs with --sandbox off`,
          }
          : undefined,
        bareNames: input.server.bareNames,
        shipped: isWithin(bundle.folder, `${own.program}/bundles`),
        stateFolder,
        asRoot: input.asRoot,
        ownerOf: (path) => input.asRoot ? ownerOfFuture(path) : undefined,
      });
      const clash = plan.tools.find((t) => t.name === planned.tool.name);
      if (clash) {
        plan.problems.push(clashOf(planned.tool.name, source.spec.file, clash.file));
        continue;
      }
      served = true;
      plan.tools.push(planned.tool);
      plan.grants.push(grants);
      files.push(...planned.files);
    }
    if (served) files.push(...copy.files);
  }
  plan.tools.sort((a, b) => a.name < b.name ? -1 : 1);
  plan.env = declaredVariables(plan.grants);
  files.push(...etcView(owners, []).files);
  files.push(...filterFiles(plan));
  if (tier.name === "bwrap" && plan.tools.some((t) => t.jobLauncher)) {
    const content = killLauncherText(`${stateFolder}/jobs`, `${own.base}/plans`, tier.programs);
    files.push({ path: "launch/kill", content, mode: 0o555 });
    plan.killLauncher = `${PLACEHOLDER}/launch/kill`;
  }
  const reader = readerOf(tier, plan.tools);
  if (reader) {
    const content = readLauncherText(roots.map((r) => r.path), reader);
    files.push({ path: "launch/read", content, mode: 0o555 });
    plan.readLauncher = `${PLACEHOLDER}/launch/read`;
  }
  const lsof = findProgram("lsof", host.env("PATH") ?? "")?.path;
  if (tier.name === "bwrap" && lsof && plan.tools.some((t) => t.builtin === "file_lockers")) {
    const content = lockersLauncherText(roots, lsof, tier.programs);
    files.push({ path: "launch/lockers", content, mode: 0o555 });
    plan.lockersLauncher = `${PLACEHOLDER}/launch/lockers`;
  }
  const keeper = keeperOf(tier, plan);
  if (keeper) {
    files.push({ path: "launch/keep", content: keeper, mode: 0o555 });
    plan.keepLauncher = `${PLACEHOLDER}/launch/keep`;
  }
  if (plan.tools.some((t) => t.net)) {
    files.push({ path: "relay", content: RELAY_SCRIPT, mode: 0o444 });
    const upstream = upstreamOf(host);
    if (upstream) plan.upstream = upstream;
  }
  plan.files = await digestFiles(files);
  return { plan, files };
}

/**
 * Writes a plan and returns it as `serve` will read it.
 *
 * Deno permissions: `--allow-read` and `--allow-write` for the base folder.
 */
export async function placePlan(draft: Draft, base: string): Promise<Plan> {
  const text = JSON.stringify({ ...draft.plan }, null, 1);
  const { folder } = await writePlan(`${base}/plans`, draft.files, text, draft.plan.asRoot);
  await prepareState(draft.plan);
  if (["landlock", "seatbelt"].includes(draft.plan.tier.name)) {
    await prepareScratch(base, draft.plan.asRoot);
  }
  return JSON.parse(text.replaceAll(PLACEHOLDER, folder)) as Plan;
}

/** The only folder that the server writes. Results are reachable for the users who run tools. */
async function prepareState(plan: Plan) {
  const mode = plan.asRoot ? 0o711 : 0o700;
  await Deno.mkdir(plan.stateFolder, { recursive: true, mode });
  await Deno.mkdir(`${plan.stateFolder}/spill`, { recursive: true, mode: 0o700 });
  await Deno.mkdir(`${plan.stateFolder}/results`, { recursive: true, mode });
  await Deno.mkdir(`${plan.stateFolder}/jobs`, { recursive: true, mode });
}

/** Private folders of calls: no folder of the server's, and open to all users who run tools, as /tmp is. */
async function prepareScratch(base: string, asRoot: boolean) {
  await Deno.mkdir(`${base}/scratch`, { recursive: true });
  await Deno.chmod(`${base}/scratch`, asRoot ? 0o1777 : 0o700);
}

function declaredVariables(grants: readonly ToolGrants[]): string[] {
  return [...new Set(grants.flatMap((g) => valuesOf(g.grants, "env")))].sort();
}

function uniqueOwners(owners: readonly Owner[]): Owner[] {
  return owners.filter((o, i) => owners.findIndex((p) => p.uid === o.uid) === i);
}

function clashOf(name: string, file: string, other: string): Problem {
  return {
    rule: "served-name-clash" satisfies PlanRuleId,
    level: "error",
    file,
    line: 1,
    column: 1,
    message: `The tool would be served as "${name}", like the one of ${other}`,
    mend: "Give one of them another bareName, or serve without --bare-names",
  };
}

/** What reads output files in roots, where a tool writes such. */
function readerOf(
  tier: Tier,
  tools: readonly PlanTool[],
): { env: string; perl: string } | undefined {
  if (tier.name !== "bwrap" && tier.name !== "landlock") return undefined;
  const { env, perl } = tier.programs;
  const writes = tools.some((t) => t.parameters.some((p) => p.path === "write"));
  return writes && perl !== undefined ? { env, perl } : undefined;
}

/** The programs of ours that stand inside, and whose libraries must. */
function helpersOf(programs: LauncherPrograms): string[] {
  return [programs.prlimit, programs.timeout, ...(programs.perl ? [programs.perl] : [])];
}
