/**
 * The launcher that asks who has a file open. The rules of `launcher_head.ts` hold.
 *
 * lsof(8) reads what other processes have open, which the kernel lets nobody do out of a user
 * namespace of their own: so it runs without one, with fixed words and one path of a root.
 *
 * @module
 */
import type { Root } from "../policy/roots.ts";
import type { LauncherPrograms } from "./confinement.ts";
import { fill } from "./launcher.ts";
import { bashHead, PROLOGUE } from "./launcher_head.ts";
import { pathFunctions } from "./launcher_paths.ts";
import { quote } from "./shell_quote.ts";

/** The launcher `lockers PATH`. It exits with what lsof does: 1 when nobody has the file open. */
export function lockersLauncherText(
  roots: readonly Root[],
  lsof: string,
  programs: LauncherPrograms,
): string {
  const needs = { kinds: ["read"] as const, fixed: false, fixedWritable: false, result: false };
  return `${bashHead(programs, "# Asks who has a file open. Generated: edits are found out.")}
${PROLOGUE}
__sam_roots=(${roots.map((r) => quote(r.path)).join(" ")})
${fill(pathFunctions(needs), programs)}
(($# == 1)) || __sam_fail words
__sam_index=0
__sam_read "$1"
__sam_settle
cd /
exec {__sam_fd}<&-
exec ${quote(lsof)} -w -F pcfa -- "$1"
`;
}
