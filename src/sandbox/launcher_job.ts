/**
 * The launcher of a job: a call that outlives the server. The rules of `launcher_head.ts` hold.
 *
 * It stays the parent of bubblewrap, which dies with it, writes streams and exit code into
 * the files of its task, and leaves its process id there with the time that it was started
 * at, by which another server finds it again.
 *
 * @module
 */
/** The files of a job's folder: made empty by the server, filled by the launcher. */
export const JOB_FILES = ["pid", "status", "exit_code", "stdout.log", "stderr.log"] as const;

/** The standard input of a job, where it has one: a pipe would end with the server. */
export const JOB_STDIN = "stdin";

/** A pid can be used again; with its start and the boot it names one process (proc(5)). */
export const IDENTITY = `
# PID: the boot, and when the process was started, in ticks since then (stat, field 22).
__sam_identify() {
  local stat
  __sam_start='' __sam_boot=''
  IFS= read -r __sam_boot < /proc/sys/kernel/random/boot_id || return 1
  # The second field is a name that may hold anything, also line breaks.
  IFS= read -r -d '' stat < "/proc/$1/stat"
  stat=\${stat##*) }
  for _ in {1..19}; do stat=\${stat#* }; done
  __sam_start=\${stat%% *}
  [[ $__sam_start == +([0-9]) ]]
}
`;

/** The functions of a job launcher. */
export const JOB = `${IDENTITY}
# PATH: the folder of this task in the state.
__sam_take_job() {
  [[ $1 == "$__sam_jobs"/+([a-f0-9]) ]] || __sam_fail outside
  __sam_open "$1" d
  __sam_expect "$1" outside
  __sam_job=$__sam_fd
}

# From here on the streams are the task's files: the server's pipes may break.
__sam_begin() {
  local name
  cd -P "/proc/self/fd/$__sam_job" || __sam_fail denied
  for name in ${JOB_FILES.join(" ")}; do
    [[ -f ./$name && ! -L ./$name ]] || __sam_fail setup
  done
  __sam_identify "$$" || __sam_fail setup
  printf '%s %s %s\\n' "$$" "$__sam_start" "$__sam_boot" > ./pid || __sam_fail setup
  if [[ -f ./${JOB_STDIN} && ! -L ./${JOB_STDIN} ]]; then exec <./${JOB_STDIN}; fi
  exec >>./stdout.log 2>>./stderr.log
  trap __sam_report EXIT
  trap __sam_stop TERM INT HUP
}
`;

/** The first of its words; the mounts are counted after it. */
export const TAKE_JOB = `[[ \${1-} == job ]] && (($# >= 2)) || __sam_fail words
__sam_take_job "$2"
shift 2`;

/** Writes the exit code, whatever ended us: one write(2), so that nobody reads half of it. */
export function jobReport(staged: boolean): string {
  return `
__sam_report() {
  local code=$?
  ${staged ? "__sam_undo\n  " : ""}printf '%s\\n' "$code" > "/proc/self/fd/$__sam_job/exit_code"
}
`;
}
