/**
 * Questions about absolute paths, answered on their text. Callers pass real paths.
 *
 * @module
 */
import { normalize } from "@std/path";

/** Whether `path` is `folder` or lies below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || folder === "/" || path.startsWith(folder + "/");
}

/** Whether one of the two lies in the other, or both are the same. */
export function overlaps(a: string, b: string): boolean {
  return isWithin(a, b) || isWithin(b, a);
}

/** Normalised text of an absolute path: no `.`, `..`, double or trailing slash. */
export function cleanPath(path: string): string {
  const normal = normalize(path).replace(/^\/\/+/, "/");
  return normal.length > 1 && normal.endsWith("/") ? normal.slice(0, -1) : normal;
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
