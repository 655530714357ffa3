/**
 * Calls of one server that write the same file take turns: each reads what the one before has
 * left, and no change is lost.
 *
 * No Deno permission is needed.
 *
 * @module
 */

/** The end of the last call that asked for a path. */
const last = new Map<string, Promise<void>>();

/** Waits until no earlier call writes any of these files; disposed of, the turn is over. */
export async function takeTurn(paths: readonly string[]): Promise<Disposable> {
  const over = Promise.withResolvers<void>();
  const before: Promise<void>[] = [];
  // Asked for at once, so that two calls cannot wait for each other.
  for (const path of new Set(paths)) {
    const earlier = last.get(path);
    if (earlier) before.push(earlier);
    const mine = Promise.all([earlier, over.promise]).then(() => {
      if (last.get(path) === mine) last.delete(path);
    });
    last.set(path, mine);
  }
  await Promise.all(before);
  return { [Symbol.dispose]: () => over.resolve() };
}
