/**
 * Questions about absolute paths, answered on their text. Callers pass real paths.
 *
 * Imports nothing, because `serve` loads it: `@std/path` would add a third to its start.
 *
 * @module
 */

/** Whether `path` is `folder` or lies below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || folder === "/" || path.startsWith(folder + "/");
}

/** Whether one of the two lies in the other, or both are the same. */
export function overlaps(a: string, b: string): boolean {
  return isWithin(a, b) || isWithin(b, a);
}

/** Normalised text of a path: no `.`, double or trailing slash; `..` only where a relative one begins. */
export function cleanPath(path: string): string {
  const absolute = path.startsWith("/");
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    // Above the root there is only the root.
    else if (part !== ".." || !absolute) parts.push(part);
  }
  const text = parts.join("/");
  return absolute ? `/${text}` : text || ".";
}

/** The folder that holds a clean absolute path; the root holds itself. */
export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

/**
 * The real path of something that may not exist yet: the links of its deepest existing
 * ancestor are resolved, the rest is kept.
 *
 * Deno permissions: `--allow-read`.
 */
export function realPathOfFuture(path: string): string {
  let base = cleanPath(path);
  let rest = "";
  while (true) {
    try {
      const real = Deno.realPathSync(base);
      return rest === "" ? real : cleanPath(`${real}/${rest}`);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      // A dangling link must not be taken for something that can be made.
      if (isLink(base) || base === "/") throw error;
      const slash = base.lastIndexOf("/");
      rest = rest === "" ? base.slice(slash + 1) : `${base.slice(slash + 1)}/${rest}`;
      base = slash <= 0 ? "/" : base.slice(0, slash);
    }
  }
}

function isLink(path: string): boolean {
  try {
    return Deno.lstatSync(path).isSymlink;
  } catch {
    return false;
  }
}

/**
 * Why a folder of ours or a root cannot be spelled in Deno's flags or a launcher's text,
 * or undefined. Deno splits `--allow-read` on commas.
 */
export function unspeakable(path: string): string | undefined {
  if (path.includes(",")) return "it contains a comma, on which Deno's flags split";
  if (path.includes("\n")) return "it contains a line break";
  if (path.includes("\0")) return "it contains a NUL byte";
  return undefined;
}

/** The real path of something that exists, or undefined. Deno permissions: `--allow-read`. */
export function realPathOrNone(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch {
    return undefined;
  }
}

/** The last part of a path, or a bare name as it is. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
