/**
 * "Did you mean": the known name that a mistyped one is closest to.
 *
 * @module
 */

/** Longer names are no typing mistakes, and comparing them costs the product of both lengths. */
const MAX_NAME = 64;

/**
 * The candidate that differs least from `name`: in spelling of words only (`inputPath` for
 * `input_path`), else in at most a third of its letters. Undefined when none is near.
 */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > MAX_NAME) return undefined;
  const plain = plainName(name);
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    if (candidate.length > MAX_NAME) continue;
    const distance = editDistance(plain, plainName(candidate));
    if (distance < bestDistance && distance <= candidate.length / 3) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, "");
}

/** Levenshtein distance: insertions, deletions and replacements of one letter. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replace, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
