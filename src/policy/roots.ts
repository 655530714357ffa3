/**
 * Roots: the folders that the path arguments of calls may point into.
 *
 * @module
 */
import { type Host, typedPath } from "./host.ts";
import { cleanPath, isWithin, overlaps, realPathOfFuture, unspeakable } from "./paths.ts";

/** One root. */
export interface Root {
  /** Real path. */
  path: string;
  /** The spelling that the operator used, where it differs: callers may use it too. */
  alias?: string;
  readOnly: boolean;
  /** The option or variable that it comes from. */
  from: string;
}

/** The variables that name output directories (SPEC section 7): each is a root. */
export const OUTPUT_DIRECTORIES = [
  "SHELL_AS_MCP_OUTPUT_DIR",
  "YTDLP_OUTPUT_DIR",
  "FFMPEG_OUTPUT_DIR",
  "ASS_OUTPUT_DIR",
] as const;

/** The roots of a server, those asked for first and in their order, and what was said on the way. */
export interface Roots {
  roots: Root[];
  /** Told once on stderr. */
  notices: string[];
  /** Roots that were asked for and cannot be: the start must stop. */
  errors: string[];
}

/**
 * Derives the roots.
 *
 * @param asked `DIR` or `DIR:ro`, from `--root` or `SHELL_AS_MCP_ROOTS` (separated by the platform's path separator)
 * @param own Real paths of the program, launchers, state and Deno: no root may touch them by default, and none asked for may contain or lie in the state or the launchers
 */
export function deriveRoots(
  asked: readonly { value: string; from: string }[],
  own: { program: string; base: string; deno: string },
  host: Host,
): Roots {
  const result: Roots = { roots: [], notices: [], errors: [] };
  for (const { value, from } of asked) addAsked(result, value, from, own, host);
  if (asked.length === 0) addDefault(result, own, host);
  for (const name of OUTPUT_DIRECTORIES) {
    const value = host.env(name);
    if (value) addOutput(result, value, name, own, host);
  }
  return result;
}

function addAsked(
  result: Roots,
  value: string,
  from: string,
  own: { program: string; base: string; deno: string },
  host: Host,
) {
  const readOnly = value.endsWith(":ro");
  const typed = readOnly ? value.slice(0, -3) : value;
  const absolute = typedPath(typed, host);
  const real = host.realPath(absolute);
  if (real === undefined) {
    result.errors.push(`The root "${typed}" (${from}) does not exist; create it or drop it`);
    return;
  }
  const why = host.isFolder(real)
    ? unspeakable(real) ?? unspeakable(absolute)
    : "it is not a folder";
  if (why) {
    result.errors.push(
      `The root "${typed}" (${from}) cannot be used: ${why}; give another`,
    );
    return;
  }
  if (overlaps(real, own.base)) {
    result.errors.push(
      `The root "${typed}" (${from}) and the server's own folder "${own.base}" overlap, so that tools could ` +
        `reach launchers and state; give a folder apart from it, or move it with --state-dir`,
    );
    return;
  }
  if (!readOnly && (overlaps(real, own.program) || isWithin(own.deno, real))) {
    result.errors.push(
      `The root "${typed}" (${from}) would let tools write over the server's own program or its Deno; give a ` +
        `folder apart from "${own.program}" and "${own.deno}", or make it read-only with "${typed}:ro"`,
    );
    return;
  }
  add(result, {
    path: real,
    ...(absolute !== real && { alias: absolute }),
    readOnly,
    from,
  });
}

/** An output directory may not exist yet: the first call that writes there makes it. */
function addOutput(
  result: Roots,
  value: string,
  name: string,
  own: { program: string; base: string; deno: string },
  host: Host,
) {
  const absolute = typedPath(value, host);
  let real: string;
  try {
    real = realPathOfFuture(absolute);
  } catch {
    result.notices.push(`${name}="${value}" leads to a broken link and is not used`);
    return;
  }
  const isThere = host.realPath(real) !== undefined;
  const why = isThere && !host.isFolder(real)
    ? "it is not a folder"
    : unspeakable(real) ?? unspeakable(absolute) ?? outputOverlap(real, own);
  if (why) {
    result.errors.push(
      `${name}="${value}" cannot be an output directory: ${why}; set another folder`,
    );
    return;
  }
  add(result, {
    path: real,
    ...(absolute !== real && { alias: absolute }),
    readOnly: false,
    from: name,
  });
}

function outputOverlap(
  real: string,
  own: { program: string; base: string; deno: string },
): string | undefined {
  const folder = [own.base, own.program].find((f) => overlaps(real, f));
  if (folder) return `it and the server's own folder "${folder}" overlap`;
  return isWithin(own.deno, real) ? "it holds the Deno that runs the server" : undefined;
}

function addDefault(
  result: Roots,
  own: { program: string; base: string; deno: string },
  host: Host,
) {
  const from = host.env("INIT_CWD") ? "INIT_CWD" : "the working directory";
  const typed = host.env("INIT_CWD") || host.cwd;
  const real = host.realPath(typed);
  const why = real === undefined
    ? "it does not exist"
    : !host.isFolder(real)
    ? "it is not a folder"
    : real === "/"
    ? "it is the whole file system"
    : host.home !== undefined && isWithin(host.home, real)
    ? "it holds your home folder"
    : overlaps(real, own.program)
    ? "it and the program's folder overlap"
    : overlaps(real, own.base)
    ? "it and the launchers' and state folder overlap"
    : isWithin(own.deno, real)
    ? "it holds the Deno that runs the server"
    : unspeakable(real);
  if (why) {
    result.notices.push(
      `No default root: ${from} is "${typed}", but ${why}. Tools with path arguments reach only the output ` +
        `directories; give --root DIR to admit a folder`,
    );
    return;
  }
  add(result, { path: real!, readOnly: false, from });
}

function add(result: Roots, root: Root) {
  const twin = result.roots.find((r) => r.path === root.path);
  // The narrower of two statements about one folder counts.
  if (twin) {
    twin.readOnly ||= root.readOnly;
    if (root.alias !== undefined) twin.alias ??= root.alias;
  } else result.roots.push(root);
}

/** The root that decides about a real path: the deepest that holds it. */
export function rootOf(path: string, roots: readonly Root[]): Root | undefined {
  let best: Root | undefined;
  for (const root of roots) {
    if (isWithin(path, root.path) && (!best || root.path.length > best.path.length)) best = root;
  }
  return best;
}

/** Replaces the spelling of a root by its real path. */
export function throughAlias(path: string, roots: readonly Root[]): string {
  let best: Root | undefined;
  for (const root of roots) {
    if (!root.alias || !isWithin(path, root.alias)) continue;
    if (!best || root.alias.length > best.alias!.length) best = root;
  }
  return best ? cleanPath(best.path + path.slice(best.alias!.length)) : path;
}
