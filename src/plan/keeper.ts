/**
 * What copies the output of configurations' tools into folders of the user.
 *
 * @module
 */
import { keepLauncherText } from "../sandbox/launcher_keep.ts";
import type { Tier } from "./tier.ts";
import type { Plan } from "./types.ts";

/** The text of the launcher, for roots and the tools' own folders; undefined where nothing needs or has it. */
export function keeperOf(tier: Tier, { tools, roots, stateFolder }: Plan): string | undefined {
  if (tier.name !== "bwrap" && tier.name !== "landlock") return undefined;
  const { env, perl } = tier.programs;
  const own = tools.flatMap((t) => t.results?.folder ?? []);
  if (own.length === 0 || perl === undefined) return undefined;
  const writable = roots.filter((r) => !r.readOnly).map((r) => r.path);
  return keepLauncherText([...new Set([...writable, ...own])], stateFolder, { env, perl });
}
