/**
 * Confinement → the text of its launcher on macOS. Its command line, refusals and exit codes
 * are those of `launcher.ts`; it is the Bash 3.2 that macOS ships.
 *
 * The launcher stays outside as the parent: it ends the tool's process group when its time is
 * over or it is asked to, and takes the private folder away. The rules of `launcher_head.ts` hold.
 *
 * Pure: no Deno permission is needed.
 *
 * @module
 */
import { MAX_OPEN_FILES } from "./bwrap.ts";
import type { Confinement } from "./confinement.ts";
import { PRIVATE_TMP } from "./landlock.ts";
import type { LauncherNeeds } from "./launcher.ts";
import { mountRule, protections, seatbeltProfile } from "./seatbelt.ts";
import { comment, quote } from "./shell_quote.ts";

/** The programs that launchers start on macOS; all are part of it. */
export const SEATBELT_PROGRAMS = {
  bash: "/bin/bash",
  mktemp: "/usr/bin/mktemp",
  mkdir: "/bin/mkdir",
  rm: "/bin/rm",
  sandboxExec: "/usr/bin/sandbox-exec",
  sleep: "/bin/sleep",
} as const;

export type SeatbeltPrograms = Record<keyof typeof SEATBELT_PROGRAMS, string>;

/** Descriptors that a parent may have left open; Bash keeps its script at 255. */
const OTHERS = Array.from({ length: 252 }, (_, i) => i + 3);

/** Renders the launcher of one tool. `c.scratchFolder` must be set; `c.net` is not looked at. */
export function seatbeltLauncherText(
  c: Confinement,
  needs: LauncherNeeds,
  p: SeatbeltPrograms = SEATBELT_PROGRAMS,
): string {
  if (c.scratchFolder === undefined) throw new TypeError("The launcher has no scratchFolder");
  return [
    `#!${p.bash} -p`,
    `# Launcher of the tool ${comment(c.tool)} of the bundle ${
      comment(c.bundle)
    }. Generated: edits are found out.`,
    HEAD,
    `exec ${OTHERS.map((n) => `${n}>&-`).join(" ")}`,
    FUNCTIONS,
    `__sam_roots=(${c.roots.map((r) => quote(r.path)).join(" ")})`,
    `__sam_profile=${quote(seatbeltProfile(c))}`,
    mountLoop(c, needs),
    slots(c),
    PRIVATE.replace("@scratch@", quote(`${c.scratchFolder}/XXXXXXXXXX`))
      .replaceAll("@mktemp@", quote(p.mktemp))
      .replaceAll("@mkdir@", quote(p.mkdir))
      .replaceAll("@rm@", quote(p.rm)),
    run(c, p),
  ].join("\n") + "\n";
}

const HEAD = `set -u
shopt -s extglob
PATH=/nonexistent IFS=' ' __sam_index=-1
umask 022`;

const FUNCTIONS = `
__sam_fail() { # CODE
  printf 'launcher: %s %s\\n' "$1" "$__sam_index" >&2
  exit 125
}

# PATH: whether it lies in a root. The kernel compares real paths again, when it opens them.
__sam_in_root() {
  local root
  [[ $1 == /* && $1/ != */./* && $1/ != */../* && $1 != *//* ]] || return 1
  for root in \${__sam_roots[@]+"\${__sam_roots[@]}"}; do
    [[ $1 == "$root" || $1 == "$root"/* ]] && return 0
  done
  return 1
}

# KIND PATH: what is there must be what it is called, and no link.
__sam_check() {
  local folder=$2
  __sam_in_root "$2" || __sam_fail outside
  case $1 in
    read) [[ -e $2 ]] || __sam_fail absent; [[ -f $2 || -d $2 ]] || __sam_fail kind ;;
    read-dir) [[ -e $2 ]] || __sam_fail absent; [[ -d $2 ]] || __sam_fail kind ;;
    write) [[ ! -e $2 || -f $2 ]] || __sam_fail kind ;;
    write-dir) [[ -d $2 ]] || __sam_fail kind ;;
  esac
  [[ ! -L $2 ]] || __sam_fail moved
  [[ -d $2 ]] || folder=\${2%/*}
  cd -P -- "\${folder:-/}" || __sam_fail absent
  [[ $PWD == "\${folder:-/}" ]] || __sam_fail moved
}

# RULE PATH: RULE names the parameter that PATH becomes.
__sam_allow() {
  __sam_rules="$__sam_rules
$1"
  __sam_words+=(-D "P$__sam_index=$2")
}
__sam_rules='' __sam_words=() __sam_timer=''`;

function mountLoop(c: Confinement, { kinds }: LauncherNeeds): string {
  const rule = (kind: Parameters<typeof mountRule>[0]) =>
    quote(mountRule(kind, "P@")).replace("P@", `P'"$__sam_index"'`);
  const fixed = c.fixed.map((f, i) => {
    const kind = f.kind === "write-dir" ? "write-dir" : "read";
    return `      ${i}) __sam_allow ${rule(kind)} ${quote(f.source)} ;;`;
  });
  const results = `${quote(c.resultsFolder ?? "")}/+([A-Za-z0-9_-])`;
  const cases = [
    ...(fixed.length > 0
      ? [`fixed) case $2 in\n${fixed.join("\n")}\n      *) __sam_fail words ;;\n    esac ;;`]
      : []),
    ...(c.resultsFolder === undefined ? [] : [
      `result) [[ $2 == ${results} && -d $2 && ! -L $2 ]] || __sam_fail outside
      __sam_allow ${rule("result")} "$2" ;;`,
    ]),
    ...[...new Set(kinds)].map((kind) =>
      `${kind}) __sam_check ${kind} "$2"; __sam_allow ${rule(kind)} "$2" ;;`
    ),
  ];
  return `while [[ \${1-} != -- ]]; do
  (($# >= 2)) || __sam_fail words
  __sam_index=$((__sam_index + 1))
  case $1 in
    ${[...cases, "*) __sam_fail words ;;"].join("\n    ")}
  esac
  shift 2
done
shift
cd /`;
}

function slots(c: Confinement): string {
  const lines = c.target.filter((w) => "slot" in w).flatMap(({ slot }, i) => [
    `[[ \${1-} == ${
      slot === "one" ? "1" : "@(0|[1-9]?([0-9])?([0-9])?([0-9]))"
    } ]] && (($# > $1)) || __sam_fail words`,
    `__sam_slot_${i}=("\${@:2:$1}"); shift "$(($1 + 1))"`,
  ]);
  return [...lines, "(($# == 0)) || __sam_fail words"].join("\n");
}

const PRIVATE = `
__sam_private='' __sam_child=''
# The tool and all of its group. Both are processes of ours, by numbers that this shell was given.
__sam_end() {
  local pid
  for pid in "$__sam_child" "$__sam_timer"; do
    [[ $pid == [1-9]*([0-9]) && $pid != 1 ]] && kill -KILL -- "-$pid" 2>/dev/null
  done
}
__sam_clean() {
  __sam_end
  [[ -z $__sam_private ]] || @rm@ -rf -- "$__sam_private"
}
trap __sam_clean EXIT
trap 'exit 143' TERM INT HUP
IFS= read -r __sam_private < <(@mktemp@ -d @scratch@) || __sam_fail setup
cd -P -- "$__sam_private" || __sam_fail setup
__sam_private=$PWD
@mkdir@ -- "$__sam_private/home" || __sam_fail setup`;

function run(c: Confinement, p: SeatbeltPrograms): string {
  let slot = 0;
  const words = c.target.map((w) => {
    if ("text" in w) return privateWord(w.text);
    const name = `__sam_slot_${slot++}`;
    return `\${${name}[@]+"\${${name}[@]}"}`;
  });
  const { cpuSeconds, fileMb } = c.limits;
  const work = c.workingDirectory;
  const below = work === "/tmp" || work.startsWith("/tmp/");
  const folder = below ? `"$__sam_private"${quote(work.slice("/tmp".length))}` : quote(work);
  return `
${
    below && work !== "/tmp"
      ? `${quote(p.mkdir)} -p -- ${folder} || __sam_fail setup\n`
      : ""
  }cd -- ${folder} || __sam_fail denied
printf '{ "child-pid": %s }\\n' "$$" >&2
# Monitor mode, so that the tool has a group of its own.
set -m
(
  unset PWD OLDPWD SHLVL _
${Object.entries(c.env).map(([name, value]) => `  export ${name}=${envValue(value)}`).join("\n")}
  ulimit -c 0 && ulimit -t ${cpuSeconds} && ulimit -f ${fileMb * 1024} &&
    ulimit -n ${MAX_OPEN_FILES} || exit 125
  exec ${
    quote(p.sandboxExec)
  } -D "PRIVATE=$__sam_private" \${__sam_words[@]+"\${__sam_words[@]}"} \\
    -p "$__sam_profile$__sam_rules"${quote(`\n${protections(c)}`)} ${words.join(" ")}
) <&0 &
__sam_child=$!
${
    c.wallSeconds === undefined ? "" : `(
  ${quote(p.sleep)} ${c.wallSeconds}
  kill -KILL -- "-$__sam_child"
) </dev/null >/dev/null 2>&1 &
__sam_timer=$!
`
  }wait "$__sam_child"
__sam_code=$?
printf '{ "exit-code": %s }\\n' "$__sam_code" >&2
exit "$__sam_code"`;
}

/** What stands for the private `/tmp` in fixed words and variables. */
function privateWord(text: string): string {
  return text.split(PRIVATE_TMP).map(quote).join('"$__sam_private"');
}

function envValue(value: string): string {
  const match = /^\/tmp(\/home)?$/.exec(value);
  return match ? `"$__sam_private"${match[1] ?? ""}` : quote(value);
}
