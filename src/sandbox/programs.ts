/**
 * Finding a declared program: where it is, what it really is, and what it needs to start.
 *
 * @module
 */
import { basename, dirname, isAbsolute, join } from "@std/path";
import { type Files, HOST_FILES } from "./files.ts";
import { readShebang } from "./shebang.ts";

/** One interpreter of a script, `env` included. */
export interface Interpreter {
  /** As it is asked for: the path in the `#!` line, or the bare name given to `env`. */
  named: string;
  /** The file behind it. */
  real: string;
}

/** A program that was found. */
export interface Found {
  /** As declared. */
  name: string;
  /** Where it was found; behind a shim where that was possible. */
  path: string;
  /** The file behind the links. */
  real: string;
  /** Interpreters without `env`, as real paths, outermost first; empty for a binary. */
  chain: string[];
  /** Whether an interpreter is looked up by `env`, which must then be there too. */
  viaEnv: boolean;
  /** All interpreters with the names they are asked for by, `env` among them. */
  interpreters: Interpreter[];
  /** An interpreter that is not installed: the program cannot start. */
  missingInterpreter?: string;
  /** The version manager's shim that was met. Equal to `path` when nothing is known behind it. */
  shim?: string;
  /** Every place that was looked at, in order. */
  looked: string[];
}

/** The kernel gives up at the fifth interpreter (fs/exec.c, `exec_binprm`). */
const MAX_INTERPRETERS = 4;

/** Where a version manager keeps its shims, below its root. */
const SHIM_FOLDER = "shims";

interface Located {
  path?: string;
  shim?: string;
  looked: string[];
}

/**
 * The paths at which a program of this name would be looked for, in order.
 *
 * Entries of PATH that are empty or relative would depend on the working directory, and
 * are left out; so is a name that is a relative path. Needs no permission.
 *
 * @param path The value of PATH, as on POSIX systems.
 */
export function searchedPlaces(name: string, path: string): string[] {
  if (isAbsolute(name)) return [name];
  if (name === "" || name.includes("/")) return [];
  const folders = path.split(":").filter((folder) => isAbsolute(folder));
  return [...new Set(folders.map((folder) => join(folder, name)))];
}

function isProgram(path: string, files: Files): boolean {
  const info = files.stat(path);
  return info !== undefined && info.isFile && ((info.mode ?? 0) & 0o111) !== 0;
}

/**
 * The program behind a shim of pyenv, rbenv or nodenv, which keep the chosen versions in
 * `<root>/version`, one a line, and the versions in `<root>/versions`. `system` means the
 * next one on PATH.
 */
function behindShim(shim: string, files: Files): Located {
  const root = dirname(dirname(shim));
  const versions = files.readText(join(root, "version"))?.split(/\s+/) ?? [];
  const looked: string[] = [];
  for (const version of versions) {
    if (version === "system") break;
    if (!/^[\w.+/-]+$/.test(version) || version.includes("..")) continue;
    const path = join(root, "versions", version, "bin", basename(shim));
    looked.push(path);
    if (isProgram(path, files)) return { path, looked };
  }
  return { looked };
}

function locate(name: string, path: string, files: Files): Located {
  const looked: string[] = [];
  let shim: string | undefined;
  const located = (place: string): Located =>
    shim === undefined ? { path: place, looked } : { path: place, shim, looked };
  for (const place of searchedPlaces(name, path)) {
    looked.push(place);
    if (!isProgram(place, files)) continue;
    if (basename(dirname(place)) !== SHIM_FOLDER) return located(place);
    shim ??= place;
    const behind = behindShim(place, files);
    looked.push(...behind.looked);
    if (behind.path !== undefined) return located(behind.path);
  }
  return shim === undefined ? { looked } : located(shim);
}

/** What starting a file takes besides the file. */
type Chain = Pick<Found, "chain" | "viaEnv" | "interpreters" | "missingInterpreter">;

function interpretersOf(real: string, path: string, files: Files): Chain {
  const result: Chain = { chain: [], viaEnv: false, interpreters: [] };
  const add = (named: string) => {
    const place = locate(named, path, files).path;
    const file = place && files.realPath(place);
    if (file) result.interpreters.push({ named, real: file });
    else result.missingInterpreter = named;
    return file;
  };
  let script: string | undefined = real;
  while (script && result.chain.length < MAX_INTERPRETERS) {
    const line = readShebang(script, files);
    if (!line) break;
    script = add(line.interpreter);
    if (script && line.envTarget !== undefined) {
      result.viaEnv = true;
      script = add(line.envTarget);
    }
    if (script) result.chain.push(script);
  }
  return result;
}

/**
 * Finds a program by absolute path or along PATH, looks behind version managers' shims,
 * and follows the `#!` lines of scripts.
 *
 * Needs `--allow-read` for the folders of PATH and what they link to.
 *
 * @param name A bare name or an absolute path.
 * @param path The value of PATH.
 * @returns undefined when no regular executable file has that name; {@linkcode searchedPlaces}
 * tells where it was looked for.
 */
export function findProgram(
  name: string,
  path: string,
  files: Files = HOST_FILES,
): Found | undefined {
  const located = locate(name, path, files);
  const real = located.path && files.realPath(located.path);
  if (located.path === undefined || !real) return undefined;
  return {
    name,
    path: located.path,
    real,
    ...interpretersOf(real, path, files),
    ...(located.shim === undefined ? {} : { shim: located.shim }),
    looked: located.looked,
  };
}
