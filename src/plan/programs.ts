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
}

/** Looks a tool's programs up in PATH. */
export function resolvePrograms(grants: ToolGrants, path: string): ToolPrograms {
  const result: ToolPrograms = { found: [], missing: [] };
  for (const grant of grants.grants) {
    if (grant.kind !== "run" || grant.value === "any") continue;
    const found = findProgram(grant.value, path);
    if (found?.path && !found.missingInterpreter) result.found.push(found);
    else {
      result.missing.push({
        name: found?.missingInterpreter ?? grant.value,
        optional: grant.optional ?? false,
        looked: found?.looked ?? lookedIn(path),
      });
    }
  }
  return result;
}

function lookedIn(path: string): string[] {
  return path.split(":").filter((p) => p.startsWith("/"));
}

/** What a person reads when a program is missing. */
export function missingMessage(missing: readonly MissingProgram[]): string {
  return missing.map((m) =>
    `The program "${m.name}" is not installed (looked in ${
      [
        ...new Set(
          m.looked.map((p) => p.endsWith(`/${m.name}`) ? p.slice(0, -m.name.length - 1) : p),
        ),
      ].join(", ")
    }). Install it: ${installHint(m.name)}`
  ).join("\n");
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
