/**
 * From the names in `run` to what must be visible inside.
 *
 * @module
 */
import type { ToolGrants } from "../policy/grant.ts";
import { LAUNCHER_PROGRAMS, type LauncherPrograms } from "../sandbox/confinement.ts";
import { findProgram, type Found } from "../sandbox/programs.ts";
import type { LandlockPrograms } from "../sandbox/landlock.ts";
import { installHint } from "../sandbox/install_hints.ts";
import { barrier, programBarrier } from "./reach.ts";
import type { Owner } from "./types.ts";

/** The programs of one tool. */
export interface ToolPrograms {
  found: Found[];
  missing: MissingProgram[];
}

/** A declared program that is not there. */
export interface MissingProgram {
  name: string;
  optional: boolean;
  looked: string[];
  /** Set when it is there, and the user who runs the tool's calls cannot reach it. */
  barrier?: { at: string; wall: string; uid: number };
}

/** A program that cannot be had, whether needed or not. */
export type Lacking = Omit<MissingProgram, "optional">;

/**
 * Looks a tool's programs up in PATH.
 *
 * @param user Who runs the tool's calls, when that is not who asks: what they cannot reach is missing
 */
export function resolvePrograms(grants: ToolGrants, path: string, user?: Owner): ToolPrograms {
  const result: ToolPrograms = { found: [], missing: [] };
  for (const grant of grants.grants) {
    if (grant.kind !== "run" || grant.value === "any") continue;
    const program = lookUp(grant.value, path, user);
    if ("real" in program) result.found.push(program);
    else result.missing.push({ ...program, optional: grant.optional ?? false });
  }
  return result;
}

/**
 * The program, or why there is none. For a user it is the first in PATH that they can reach.
 * `deno` is the Deno that runs this: the scripts of bundles are tried with it alone, and it
 * need not be in PATH.
 */
export function lookUp(name: string, path: string, user?: Owner): Found | Lacking {
  const found = name === "deno"
    ? { ...findProgram(Deno.execPath(), path)!, name }
    : findProgram(name, path);
  if (!found?.path || found.missingInterpreter) {
    return { name: found?.missingInterpreter ?? name, looked: found?.looked ?? lookedIn(path) };
  }
  const wall = user && programBarrier(found, user);
  if (wall === undefined) return found;
  const passable = lookedIn(path).filter((folder) => barrier(`${folder}/-`, user!) === undefined);
  const next = findProgram(name, passable.join(":"));
  if (next && !next.missingInterpreter && programBarrier(next, user!) === undefined) return next;
  return { name, looked: found.looked, barrier: { at: found.path, wall, uid: user!.uid } };
}

function lookedIn(path: string): string[] {
  return path.split(":").filter((p) => p.startsWith("/"));
}

/** What a person reads when a program is missing. */
export function missingMessage(missing: readonly MissingProgram[]): string {
  return missing.map((m) =>
    m.barrier
      ? barredMessage(m.name, m.barrier)
      : `The program "${m.name}" is not installed (looked in ${
        [
          ...new Set(
            m.looked.map((p) => p.endsWith(`/${m.name}`) ? p.slice(0, -m.name.length - 1) : p),
          ),
        ].join(", ")
      }). Install it: ${installHint(m.name)}`
  ).join("\n");
}

function barredMessage(name: string, { at, wall, uid }: NonNullable<MissingProgram["barrier"]>) {
  return `The program "${name}" is at "${at}", and the user ${uid}, who runs this call because root started ` +
    `the server, cannot pass "${wall}". Install it where everybody can, or start the server as a user`;
}

/** Standard folders for the launcher's own helpers, which a GUI's short PATH may not name. */
const STANDARD_FOLDERS = "/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin";

/** A launcher can do without: no tool with a network, and a slower start. */
const DISPENSABLE: ReadonlySet<string> = new Set(["perl", "dash"]);

/**
 * The programs that launchers start. bubblewrap is looked for in PATH alone, so that
 * leaving it out of PATH is a way to say "not this one".
 *
 * @returns the paths, or the names of those that are missing
 */
export function findLauncherPrograms(
  path: string,
): { programs: LauncherPrograms } | { missing: string[] } {
  const programs: Partial<LauncherPrograms> = {};
  const missing: string[] = [];
  for (const name of LAUNCHER_PROGRAMS) {
    const places = name === "bwrap" ? path : `${STANDARD_FOLDERS}:${path}`;
    const found = findProgram(name, places);
    if (found?.path) programs[name] = found.path;
    else if (!DISPENSABLE.has(name)) missing.push(name);
  }
  return missing.length > 0 ? { missing } : { programs: programs as LauncherPrograms };
}

/** The programs that Landlock's launchers are started with, or the names of those that are missing. */
export function findLandlockPrograms(
  path: string,
): { programs: LandlockPrograms } | { missing: string[] } {
  const places = `${STANDARD_FOLDERS}:${path}`;
  const [env, perl] = [findProgram("env", places)?.path, findProgram("perl", places)?.path];
  if (env !== undefined && perl !== undefined) return { programs: { env, perl } };
  return {
    missing: [...(env === undefined ? ["env"] : []), ...(perl === undefined ? ["perl"] : [])],
  };
}
