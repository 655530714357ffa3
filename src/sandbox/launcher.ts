/**
 * Confinement → the text of its launcher: the only program that the server may start for a tool.
 *
 * Usage of a launcher, all by the server:
 * `LAUNCHER [fixed N | read PATH | read-dir PATH | write PATH | write-dir PATH | result PATH]... -- [COUNT VALUE...]...`
 *
 * The target and the policy stand in the text; the call brings paths to mount (decided here,
 * by descriptor) and one counted group of values for each slot of the target. It exits with
 * the tool's exit code, with 125 after a refusal (`launcher: CODE INDEX` on stderr, INDEX
 * counting the mounts from 0) and with 126 when staged files could not be put in place.
 *
 * The first line and why it is what it is: `launcher_head.ts`.
 *
 * Pure: no Deno permission is needed.
 *
 * @module
 */
import { bwrapArguments } from "./bwrap.ts";
import type { Confinement, LauncherPrograms } from "./confinement.ts";
import { type MountNeeds, pathFunctions } from "./launcher_paths.ts";
import { JOB, jobReport, TAKE_JOB } from "./launcher_job.ts";
import { STAGING, STOP } from "./launcher_staging.ts";
import { bashHead, eitherHead, PROLOGUE } from "./launcher_head.ts";
import { comment, quote } from "./shell_quote.ts";
import type { PathKind } from "../spec/types.ts";

/** Which mounts the tool's parameters may bring. */
export interface LauncherNeeds {
  kinds: readonly PathKind[];
}

/**
 * Renders the launcher of one tool.
 *
 * @param jobs The folder of all jobs, for a launcher that outlives the server: it takes
 *   `job PATH` before the mounts, the folder of its task
 */
export function launcherText(
  c: Confinement,
  needs: LauncherNeeds,
  programs: LauncherPrograms,
  jobs?: string,
): string {
  const job = jobs !== undefined;
  const staged = needs.kinds.includes("write");
  const mounts = job || needs.kinds.length > 0 || c.fixed.length > 0 ||
    c.resultsFolder !== undefined;
  const { before, after } = bwrapArguments(c, programs);
  const plain = !mounts && slotNames(c).every(({ count }) => count === "one");
  const title = `# Launcher of the tool ${comment(c.tool)} of the bundle ${
    comment(c.bundle)
  }. Generated: edits are found out.`;
  const parts = [
    plain ? eitherHead(programs, title) : bashHead(programs, title),
    ...(staged && !job ? [deathSignal(programs)] : []),
    ...(plain ? [] : [PROLOGUE]),
    ...(mounts ? [policy(c), fill(pathFunctions(mountNeeds(c, needs)), programs)] : []),
    ...(staged ? [fill(STAGING, programs)] : []),
    ...(job ? [`__sam_jobs=${quote(jobs)}`, jobFunctions(staged)] : []),
    ...(job ? [TAKE_JOB] : []),
    mountLoop(c, needs, mounts),
    plain ? plainSlots(c) : slots(c),
    ...(c.tellsNewFolders && mounts ? ["export TOOL_NEW_FOLDERS=${#__sam_made[@]}"] : []),
    run(c, before, after, programs, { plain, mounts, staged, job }),
  ];
  return parts.join("\n") + "\n";
}

/**
 * A launcher that stages must outlive the tool to tidy up, so the kernel tells it when the
 * server dies (PR_SET_PDEATHSIG, prctl(2)); the others become bubblewrap, which asks for that itself.
 */
function deathSignal(programs: LauncherPrograms): string {
  const [setpriv, bash] = [quote(programs.setpriv), quote(programs.bash)];
  return `if [[ \${1-} != again ]]; then
  exec ${setpriv} --pdeathsig TERM -- ${bash} -p "$0" again "$PPID" "$@"
fi
[[ $PPID == "$2" ]] || exit 125
shift 2`;
}

function jobFunctions(staged: boolean): string {
  return `${staged ? "" : STOP}${jobReport(staged)}${JOB}`;
}

/** What of the path functions a launcher needs. */
export function mountNeeds(c: Confinement, { kinds }: LauncherNeeds): MountNeeds {
  return {
    kinds,
    fixed: c.fixed.length > 0,
    fixedWritable: c.fixed.some((f) => f.kind === "write-dir"),
    result: c.resultsFolder !== undefined,
  };
}

function policy(c: Confinement): string {
  const list = (name: string, values: readonly string[]) =>
    `${name}=(${values.map(quote).join(" ")})`;
  return [
    list("__sam_roots", c.roots.map((r) => r.path)),
    list("__sam_modes", c.roots.map((r) => r.readOnly ? "ro" : "rw")),
    list("__sam_protected", c.protectedNames),
    list("__sam_fixed_kinds", c.fixed.map((f) => f.kind)),
    list("__sam_fixed_sources", c.fixed.map((f) => f.source)),
    list("__sam_fixed_dests", c.fixed.map((f) => f.dest)),
    `__sam_results=${quote(c.resultsFolder ?? "")}`,
  ].join("\n");
}

const FUNCTIONS: Record<PathKind, string> = {
  "read": "__sam_read",
  "read-dir": "__sam_read_dir",
  "write": "__sam_write",
  "write-dir": "__sam_write_dir",
};

function mountLoop(c: Confinement, needs: LauncherNeeds, mounts: boolean): string {
  if (!mounts) return `[ "\${1-}" = -- ] || __sam_fail words\nshift`;
  const cases = [
    ...(c.fixed.length > 0 ? [`fixed) __sam_take_fixed "$2" ;;`] : []),
    ...(c.resultsFolder === undefined ? [] : [`result) __sam_result "$2" ;;`]),
    ...[...new Set(needs.kinds)].map((kind) => `${kind}) ${FUNCTIONS[kind]} "$2" ;;`),
  ];
  return `while [[ \${1-} != -- ]]; do
  (($# >= 2)) || __sam_fail words
  __sam_index=$((__sam_index + 1))
  case $1 in
    ${cases.join("\n    ")}
    *) __sam_fail words ;;
  esac
  shift 2
done
shift
__sam_settle
cd /`;
}

function slots(c: Confinement): string {
  const lines: string[] = [];
  slotNames(c).forEach(({ name, count }) => {
    const pattern = count === "one"
      ? "1"
      : "@(0|[1-9]|[1-9][0-9]|[1-9][0-9][0-9]|[1-9][0-9][0-9][0-9])";
    lines.push(
      `[[ \${1-} == ${pattern} ]] && (($# > $1)) || __sam_fail words`,
      `${name}=("\${@:2:$1}"); shift "$(($1 + 1))"`,
    );
  });
  lines.push("(($# == 0)) || __sam_fail words");
  return lines.join("\n");
}

/** One value for each slot, in words that any POSIX shell knows. */
function plainSlots(c: Confinement): string {
  const lines = slotNames(c).flatMap(({ name }) => [
    `[ "\${1-}" = 1 ] && [ "$#" -gt 1 ] || __sam_fail words`,
    `${name}=$2; shift 2`,
  ]);
  return [...lines, `[ "$#" -eq 0 ] || __sam_fail words`].join("\n");
}

function slotNames(c: Confinement): { name: string; count: "one" | "many" }[] {
  return c.target.filter((w) => "slot" in w)
    .map((w, i) => ({ name: `__sam_slot_${i}`, count: w.slot }));
}

function run(
  c: Confinement,
  before: string[],
  after: string[],
  programs: LauncherPrograms,
  { plain, mounts, staged, job }: Record<"plain" | "mounts" | "staged" | "job", boolean>,
): string {
  let slot = 0;
  const target = c.target.map((w) =>
    "text" in w ? quote(w.text) : `"\${__sam_slot_${slot++}${plain ? "" : "[@]"}}"`
  );
  const words = [
    quote(programs.bwrap),
    ...before.map(quote),
    ...(mounts ? [`"\${__sam_mounts[@]}"`] : []),
    ...after.map(quote),
    ...target,
  ].join(" ");
  // Status documents of bubblewrap ride on stderr: a child of Deno has no fourth descriptor.
  const streams = `3<${quote(c.seccompFile)} 5>${job ? ">./status" : "&2"}`;
  if (!staged && !job) return `${mounts ? "__sam_close_others\n" : ""}exec ${words} ${streams}`;
  const good = [0, ...c.goodExitCodes].join("|");
  // Monitor mode, so that the tool does not start with SIGINT ignored.
  return `${job ? "__sam_begin\n" : ""}set -m
__sam_forking=1
(
  __sam_close_others
  exec ${words} ${streams}
) <&0 &
__sam_child=$!
[[ $__sam_late ]] && __sam_stop
wait "$__sam_child"
__sam_code=$?
__sam_child='' __sam_forking=''${
    staged ? `\nif [[ $__sam_code == @(${good}) ]]; then __sam_commit || __sam_code=126; fi` : ""
  }
exit "$__sam_code"`;
}

/** Puts the paths of programs into the text of functions. */
export function fill(text: string, programs: LauncherPrograms): string {
  return text.replace(/@([a-z]+)@/g, (_, name: string) => {
    const path = programs[name as keyof LauncherPrograms];
    if (path === undefined) throw new Error(`No program "${name}" for the launcher`);
    return quote(path);
  });
}
