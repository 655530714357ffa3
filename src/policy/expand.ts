/**
 * `~`, `${NAME}` and `${NAME:-default}` in a manifest's values.
 *
 * @module
 */
import type { Host } from "./host.ts";

/** The expanded value, or why the grant is dropped. */
export type Expanded = { value: string } | { dropped: string };

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/**
 * Expands a value. A variable that is unset or empty and has no default drops the whole
 * grant: half a path is another path.
 */
export function expand(written: string, host: Host): Expanded {
  let missing: string | undefined;
  let value = written.replace(VARIABLE, (_, name: string, fallback: string | undefined) => {
    const set = host.env(name);
    if (set !== undefined && set !== "") return set;
    if (fallback !== undefined) return fallback;
    missing ??= name;
    return "";
  });
  if (missing !== undefined) return { dropped: `the variable "${missing}" is not set` };
  if (value === "~" || value.startsWith("~/")) {
    if (host.home === undefined) return { dropped: "the home folder is not known" };
    value = host.home + value.slice(1);
  }
  if (value === "") return { dropped: "it is empty" };
  return { value };
}
