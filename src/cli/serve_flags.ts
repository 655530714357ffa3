/**
 * The command line that serves a plan: written by `start`, `permissions` and `install`.
 *
 * @module
 */
import { permissionFlags, serverPermissions } from "../plan/flags.ts";
import { type Live, liveFlags } from "../plan/live.ts";
import { isAsync, type Plan } from "../plan/types.ts";
import { builtEntry } from "./built.ts";
import { programFolder } from "./places.ts";

/**
 * Flags that grant nothing: no questions, no code but ours, from the frozen lock.
 *
 * @param built Whether the program is one bundle, which has no dependencies to look up
 */
export function fixedFlags(built = false): string[] {
  const folder = programFolder();
  if (built) {
    return ["--no-prompt", "--no-config", "--no-lock", "--no-npm", "--no-remote", "--deny-import"];
  }
  return [
    "--no-prompt",
    `--config=${folder}/deno.json`,
    `--lock=${folder}/deno.lock`,
    "--frozen",
    "--cached-only",
    "--no-remote",
    "--deny-import",
  ];
}

/** All flags of `deno run` for this plan. */
export function serveFlags(
  plan: Plan,
  built = builtEntry() !== undefined,
): string[] {
  return [...fixedFlags(built), ...permissionFlags(serverPermissions(plan))];
}

/**
 * The arguments of `deno` that serve this plan.
 *
 * @param live Where plans follow that one
 */
export function serveCommand(plan: Plan, built = builtEntry(), live?: Live): string[] {
  const { name, version } = plan.server;
  const isBuilt = built !== undefined;
  return [
    "run",
    ...(live ? [...fixedFlags(isBuilt), ...liveFlags(plan, live)] : serveFlags(plan, isBuilt)),
    built ?? `${programFolder()}/src/cli/serve.ts`,
    ...(live ? ["--live", live.folder] : ["--plan", plan.folder]),
    // The handshake needs them before the plan is read.
    "--name",
    name,
    "--server-version",
    version,
    ...(plan.server.instructions !== undefined ? ["--instructions", plan.server.instructions] : []),
    ...(plan.http ? ["--http"] : []),
    ...(plan.tools.some(isAsync) ? ["--tasks"] : []),
  ];
}

/** The arguments of `deno` that make one call under the same flags. */
export function callCommand(plan: Plan, args: readonly string[]): string[] {
  const worker = `${programFolder()}/src/cli/call_worker.ts`;
  return ["run", ...serveFlags(plan, false), worker, "--plan", plan.folder, ...args];
}

/** What Deno itself reads to find its cache, and the declared variables: nothing else. */
const DENO_VARIABLES = [
  "DENO_DIR",
  "HOME",
  "XDG_CACHE_HOME",
  "NO_COLOR",
  "USERPROFILE",
  "LOCALAPPDATA",
];

/** The environment of a server of a plan. */
export function serverEnvironment(plan: Pick<Plan, "env">): Record<string, string> {
  // A server that tells nobody that it runs.
  const env: Record<string, string> = { DENO_NO_UPDATE_CHECK: "1" };
  for (const name of [...DENO_VARIABLES, ...plan.env]) {
    const value = Deno.env.get(name);
    if (value !== undefined) env[name] = value;
  }
  return env;
}
