/**
 * From one tool of a bundle and its grants to its entry in the plan and its launcher.
 *
 * Deno permissions: `--allow-read` (programs, libraries).
 *
 * @module
 */
import { type Bundle, type BundleTool, DEFAULT_LIMITS } from "../bundle/types.ts";
import { inputSchema } from "../spec/input_schema.ts";
import type { ToolGrants } from "../policy/grant.ts";
import type { Host } from "../policy/host.ts";
import { PROTECTED_NAMES } from "../sandbox/child_environment.ts";
import type { Confinement, LauncherPrograms } from "../sandbox/confinement.ts";
import { type LandlockPrograms, PRIVATE_TMP } from "../sandbox/landlock.ts";
import { launcherText } from "../sandbox/launcher.ts";
import { findProgram } from "../sandbox/programs.ts";
import type { JsonObject } from "../spec/types.ts";
import { bundleFolder } from "./copy.ts";
import { denoToolFlags } from "./deno_tool.ts";
import { planResults } from "./results.ts";
import { splitEnvironment } from "./environment.ts";
import type { EtcView } from "./etc.ts";
import { PLACEHOLDER, type PlanFile } from "./files.ts";
import { fixedMounts, hostMounts, workFolder } from "./fixed_mounts.ts";
import { hintsFor } from "./hints.ts";
import { isConfined, launcherIn } from "./launchers.ts";
import { notBuilt } from "./not_built.ts";
import { planNet } from "./net.ts";
import { filterPath } from "./filters.ts";
import { planParameters } from "./parameters.ts";
import { type Lacking, lookUp, missingMessage, resolvePrograms } from "./programs.ts";
import { servedName } from "./served_name.ts";
import { targetOf } from "./target.ts";
import type { Views } from "./views.ts";
import { whyNot } from "./why_not.ts";
import type { Owner, PlanMount, PlanRoot, PlanTool, Unavailable } from "./types.ts";

/** What Landlock's launchers need besides. */
export interface LandlockTier {
  programs: LandlockPrograms;
  scratchFolder: string;
}

/** What all tools of a plan share. */
export interface ToolContext {
  host: Host;
  roots: PlanRoot[];
  etc: (binds: readonly string[]) => EtcView;
  /** Undefined: no launchers of bubblewrap (another tier, `--sandbox off`, or no tier works). */
  launchers: LauncherPrograms | undefined;
  /** Set instead in the Landlock tier. */
  landlock: LandlockTier | undefined;
  /** Set instead on macOS. */
  seatbelt: Pick<LandlockTier, "scratchFolder"> | undefined;
  views: Views;
  /** Whether mounts by descriptor work, without which paths cannot be arguments. */
  pathsWork: boolean;
  noTier: Unavailable | undefined;
  bareNames: boolean;
  /** Whether the bundle came with the program. */
  shipped: boolean;
  stateFolder: string;
  /** Whether root started the server, so that others run its tools. */
  asRoot: boolean;
  ownerOf: (path: string) => PlanMount["owner"];
}

/** A planned tool with the files that it adds to the plan. */
export interface PlannedTool {
  tool: PlanTool;
  files: PlanFile[];
}

/**
 * Plans one tool for one user.
 *
 * @param user Who runs its calls, when that is not who asks
 * @param mark Stands behind the launchers' names, where other users have others
 */
export function planToolFor(
  bundle: Bundle,
  source: BundleTool,
  grants: ToolGrants,
  ctx: ToolContext,
  user?: Owner,
  mark = "",
): PlannedTool {
  const { spec } = source;
  const { host } = ctx;
  const confined = isConfined(ctx);
  const scratch = ctx.landlock ?? ctx.seatbelt;
  const limits = bundle.manifest?.limits ?? DEFAULT_LIMITS;
  const parameters = planParameters(spec, bundle.manifest === undefined, host);
  const path = host.env("PATH") ?? "";
  const { found, missing } = resolvePrograms(grants, path, user);
  const view = confined ? ctx.views.of(grants.runAny, found, user) : undefined;
  const locate = (declared: string) =>
    found.find((f) => f.name === declared) ??
      // Not among those that are named, and no launcher searches.
      (view && grants.runAny ? findProgram(declared, view.searchPath) : undefined);
  const scriptInside = source.script === undefined
    ? undefined
    : bundleFolder(bundle.name) + source.script.slice(bundle.folder.length);
  const fixed = fixedMounts(grants, spec.workingDirectory, ctx.roots, ctx.ownerOf);
  const target = targetOf(
    source,
    confined ? scriptInside : source.script,
    locate,
    denoToolFlags(grants, parameters, ctx.roots, fixed, scratch ? PRIVATE_TMP : undefined),
  );
  const answersAtOnce = spec.taskMode === "sync" || spec.builtin !== undefined;
  const json = spec.outputMode === "json" && answersAtOnce &&
    Object.keys(spec.output).length > 0;
  const env = splitEnvironment(spec, host.env("TZ"), view?.searchPath ?? path);
  const workingDirectory = workFolder(spec.workingDirectory, ctx.roots);
  const usesResults = mentions(source, "TOOL_RESULT_DIR");
  const net = ctx.launchers ? planNet(grants, ctx.stateFolder) : undefined;
  // What runs no program needs no sandbox, unless its bundle says so.
  const noTier = target || bundle.manifest?.sandbox === "required" ? ctx.noTier : undefined;
  const unavailable = noTier ??
    (net && "fault" in net ? { reason: "policy" as const, message: net.fault } : undefined) ??
    notBuilt(spec, ctx.shipped) ??
    whyNot(spec.name, grants, parameters, missing, found, ctx);
  const unhealthy = spec.name.endsWith("__healthz")
    ? healthFault(bundle.manifest?.healthz, missing, path, user)
    : undefined;
  const tool: PlanTool = {
    ...servedName(spec, ctx.bareNames),
    specName: spec.name,
    bundle: bundle.name,
    file: spec.file,
    ...(spec.title !== undefined && { title: spec.title }),
    description: spec.description,
    annotations: spec.annotations,
    inputSchema: inputSchema(parameters, { responseMode: !json && !spec.results }),
    ...(json && { outputSchema: spec.output as JsonObject }),
    responseMode: !json && !spec.results,
    ...(spec.results && { results: planResults(spec.results, host) }),
    parameters,
    ...(spec.builtin !== undefined && { builtin: spec.builtin }),
    display: target?.words.map((w) => "text" in w ? w.text : null) ?? [spec.name],
    slots: target?.slots ?? [],
    ...(spec.stdin !== undefined && { stdin: spec.stdin }),
    env,
    fixed,
    ...(net && "net" in net && { net: net.net }),
    workingDirectory,
    ...(spec.timeoutMs !== undefined && { timeoutMs: spec.timeoutMs }),
    maxOutputBytes: spec.maxOutputBytes,
    taskMode: spec.taskMode,
    exitCodes: spec.exitCodes,
    outputMode: spec.outputMode,
    ...(spec.confirm && { confirm: spec.confirm }),
    progress: spec.progress,
    limits,
    resultFolder: usesResults,
    hints: hintsFor(bundle, view?.leftOut ?? [], user),
    ...(unavailable && { unavailable }),
    ...(unhealthy !== undefined && { unhealthy }),
  };
  const files: PlanFile[] = [];
  if (target && view) {
    const etc = ctx.etc(view.binds);
    const confinement: Confinement = {
      tool: spec.name,
      bundle: bundle.name,
      view,
      planFolders: scriptInside === undefined ? [] : [bundleFolder(bundle.name)],
      etc: [...etc.mounts, ...hostMounts(grants, host)],
      fixed,
      roots: ctx.roots,
      protectedNames: PROTECTED_NAMES,
      env: env.fixed,
      workingDirectory,
      limits,
      ...(spec.timeoutMs !== undefined && { wallSeconds: spec.timeoutMs / 1000 }),
      target: target.words,
      goodExitCodes: Object.keys(spec.exitCodes).map(Number),
      ...(usesResults && { resultsFolder: `${ctx.stateFolder}/results` }),
      seccompFile: `${PLACEHOLDER}/${filterPath(tool)}`,
      ...(mentions(source, "TOOL_NEW_FOLDERS") && { tellsNewFolders: true }),
      ...(scratch && { scratchFolder: scratch.scratchFolder }),
      ...(tool.net && {
        net: {
          socket: tool.net.socket,
          relay: `${PLACEHOLDER}/relay`,
          perl: ctx.launchers!.perl!,
        },
      }),
    };
    const kinds = parameters.flatMap((p) => p.path ? [p.path] : []);
    files.push({
      path: `launch/${spec.name}${mark}`,
      content: launcherIn(ctx, confinement, { kinds }),
      mode: 0o555,
    });
    tool.launcher = `${PLACEHOLDER}/launch/${spec.name}${mark}`;
    if (spec.taskMode === "async" && ctx.launchers) {
      files.push({
        path: `launch/${spec.name}${mark}.job`,
        content: launcherText(confinement, { kinds }, ctx.launchers, `${ctx.stateFolder}/jobs`),
        mode: 0o555,
      });
      tool.jobLauncher = `${tool.launcher}.job`;
    }
    // Fixed values stand in the launcher; the plan need not repeat them.
    tool.env = { ...env, fixed: {} };
  } else if (target) {
    const [program, ...words] = tool.display;
    tool.direct = { program: program!, words };
    // There is no private home or search path without a sandbox.
    tool.env.fixed = {
      ...env.fixed,
      PATH: path,
      ...(host.home !== undefined && { HOME: host.home }),
    };
  }
  return { tool, files };
}

/** What keeps the bundle from working, whatever its own healthz says; undefined when nothing does. */
function healthFault(
  wanted: readonly string[] | undefined,
  missing: ReturnType<typeof resolvePrograms>["missing"],
  path: string,
  user: Owner | undefined,
): string | undefined {
  const lacking = wanted
    ? wanted.map((name) => lookUp(name, path, user)).filter((p) => !("real" in p))
      .map((p) => ({ ...p as Lacking, optional: false }))
    : missing.filter((m) => !m.optional);
  return lacking.length > 0 ? missingMessage(lacking) : undefined;
}

/** Whether the tool's script asks for a variable of ours. */
function mentions(tool: BundleTool, variable: string): boolean {
  if (tool.script === undefined) return false;
  return Deno.readTextFileSync(tool.script).includes(variable);
}
