/**
 * Sets of paths of which none lies in another.
 *
 * @module
 */

/** Whether `path` is `place` or lies in it. */
export function covers(place: string, path: string): boolean {
  return path === place || path.startsWith(place + "/");
}

/** By depth, then name; what lies in another entry is left out. */
export function outermost(paths: Iterable<string>): string[] {
  const depth = (path: string) => path.split("/").length;
  const sorted = [...new Set(paths)]
    .sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
  const kept: string[] = [];
  for (const path of sorted) {
    if (!kept.some((place) => covers(place, path))) kept.push(path);
  }
  return kept;
}
