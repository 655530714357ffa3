/**
 * The launcher that signals jobs. The rules of `launcher_head.ts` hold.
 *
 * @module
 */
import type { LauncherPrograms } from "./confinement.ts";
import { IDENTITY } from "./launcher_job.ts";
import { bashHead, PROLOGUE } from "./launcher_head.ts";
import { quote } from "./shell_quote.ts";

/** Its exit code when the process is gone, or never was. */
export const GONE = 3;

/**
 * The launcher that ends jobs of an earlier server, which Deno cannot signal: `kill 0|TERM|KILL ID`.
 * `0` asks whether the job is there. It exits with {@linkcode GONE} when it is not.
 *
 * @param jobs The folder of all jobs
 */
export function killLauncherText(jobs: string, programs: LauncherPrograms): string {
  return `${
    bashHead(
      programs,
      "# Signals a job of this server or an earlier one. Generated: edits are found out.",
    )
  }
${PROLOGUE}${IDENTITY}
(($# == 2)) || __sam_fail words
[[ $1 == @(0|TERM|KILL) && $2 == +([a-f0-9]) ]] || __sam_fail words
cd -P ${quote(jobs)}/"$2" || exit ${GONE}
[[ -f ./pid && ! -L ./pid ]] || exit ${GONE}
IFS=' ' read -r __sam_pid __sam_began __sam_when < ./pid || exit ${GONE}
[[ $__sam_pid == [1-9]*([0-9]) ]] || exit ${GONE}
[[ -e /proc/$__sam_pid/stat ]] || exit ${GONE}
__sam_identify "$__sam_pid" || exit ${GONE}
[[ $__sam_start == "$__sam_began" && $__sam_boot == "$__sam_when" ]] || exit ${GONE}
kill -s "$1" -- "$__sam_pid" || exit ${GONE}
`;
}
