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
 * The server can write what the job's folder says. So the process must have been started as
 * that job's launcher is: whatever else the folder names is no job, and is left alone.
 *
 * @param jobs The folder of all jobs
 * @param plans The folder of all plans: an earlier server had another
 */
export function killLauncherText(
  jobs: string,
  plans: string,
  programs: LauncherPrograms,
): string {
  return `${
    bashHead(
      programs,
      "# Signals a job of this server or an earlier one. Generated: edits are found out.",
    )
  }
${PROLOGUE}${IDENTITY}
# PID ID: whether the process is the launcher of that job (proc(5), cmdline).
__sam_is_job() {
  local word words=()
  while ((\${#words[@]} < 5)) && IFS= read -r -d '' word; do
    words+=("$word")
  done < "/proc/$1/cmdline"
  ((\${#words[@]} == 5)) || return 1
  [[ \${words[0]} == ${quote(programs.bash)} && \${words[1]} == -p ]] || return 1
  [[ \${words[2]} == ${quote(plans)}/+([a-f0-9])/launch/+([a-z0-9_]).job ||
    \${words[2]} == ${quote(plans)}/+([a-f0-9])/launch/+([a-z0-9_]).uid+([0-9]).job ]] || return 1
  [[ \${words[3]} == job && \${words[4]} == ${quote(jobs)}/"$2" ]]
}

(($# == 2)) || __sam_fail words
[[ $1 == @(0|TERM|KILL) && $2 == +([a-f0-9]) ]] || __sam_fail words
cd -P ${quote(jobs)}/"$2" || exit ${GONE}
[[ -f ./pid && ! -L ./pid ]] || exit ${GONE}
IFS=' ' read -r __sam_pid __sam_began __sam_when < ./pid || exit ${GONE}
# 0 and what is negative would be many processes, and 1 is the machine's.
[[ $__sam_pid == [1-9]*([0-9]) && $__sam_pid != 1 ]] || exit ${GONE}
[[ -e /proc/$__sam_pid/stat ]] || exit ${GONE}
__sam_identify "$__sam_pid" || exit ${GONE}
[[ $__sam_start == "$__sam_began" && $__sam_boot == "$__sam_when" ]] || exit ${GONE}
__sam_is_job "$__sam_pid" "$2" || exit ${GONE}
kill -s "$1" -- "$__sam_pid" || exit ${GONE}
`;
}
