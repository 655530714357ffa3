/**
 * The first lines of a launcher: which shell reads it, and with what environment.
 *
 * Bash looks up its locale before it reads a line: with `LOCPATH` and `GCONV_PATH` whoever
 * sets the environment chooses a conversion module, which the C library loads into Bash,
 * outside the sandbox (iconv(3), gconv-modules). So something that has no locale comes first
 * and takes both away: dash(1), or env(1) where there is no dash, which costs a millisecond
 * more. `-p` then makes Bash ignore `BASH_ENV` and exported functions.
 *
 * dash reads no file and no function from the environment, and what is no name for a variable
 * it does not hand on. It starts in half of Bash's time, but cannot name a descriptor above 9:
 * a launcher that opens no path is dash's from end to end, unless a descriptor was left open.
 *
 * Rules of all text of launchers, which `tests/sandbox/launcher_text_test.ts` reads: every
 * expansion of a value is quoted; no `eval`, no `source`, no backquote, no `$(`; no value
 * reaches arithmetic before a pattern has shown it to be a number. Names begin with `__sam_`,
 * so that no declared variable of a tool can be one of ours.
 *
 * @module
 */
import type { LauncherPrograms } from "./confinement.ts";
import { quote } from "./shell_quote.ts";

const TAKEN = ["LOCPATH", "GCONV_PATH"];

/** Where `$-`, which no environment sets, has no `p`, dash is reading. */
const AS_DASH = `  case $0 in /*) ;; *) exit 125 ;; esac
  unset ${TAKEN.join(" ")}`;

/**
 * The head of a launcher that is Bash.
 *
 * @param title A comment
 */
export function bashHead(programs: LauncherPrograms, title: string): string {
  const { dash, env, bash } = programs;
  if (dash === undefined) {
    return `#!${env} -S ${TAKEN.map((name) => `-u ${name}`).join(" ")} ${bash} -p\n${title}`;
  }
  return `#!${dash}
${title}
case $- in *p*) ;; *)
${AS_DASH}
  exec ${quote(bash)} -p "$0" "$@" ;;
esac`;
}

/**
 * The head of a launcher that either shell can read, and its whole preparation.
 *
 * dash holds five descriptors here: the streams, the folder that it lists (3) and this text
 * (10). With any other among them the list differs, and Bash takes over, which can close it.
 */
export function eitherHead(programs: LauncherPrograms, title: string): string {
  const { dash, bash } = programs;
  if (dash === undefined) return `${bashHead(programs, title)}\n${PROLOGUE}`;
  return `#!${dash}
${title}
case $- in *p*)
${CLOSE} ;;
*)
${AS_DASH}
  __sam_open=''
  for __sam_fd in /proc/self/fd/*; do __sam_open="$__sam_open \${__sam_fd##*/}"; done
  [ "$__sam_open" = ' 0 1 10 2 3' ] || exec ${quote(bash)} -p "$0" "$@" ;;
esac
${SETTINGS}${FAIL}`;
}

const CLOSE =
  `# A descriptor that the server inherited would walk through into the sandbox. No redirection
# on this loop: bash would park the old stream on a descriptor that the loop then closes.
for __sam_fd in /proc/self/fd/*; do
  __sam_fd=\${__sam_fd##*/}
  [[ /proc/self/fd/$__sam_fd -ef $0 ]] && continue
  [[ $__sam_fd == [012] ]] || exec {__sam_fd}>&-
done`;

const SETTINGS = `set -u
# With a limit on nesting a function ends half-way, and what follows goes on.
unset -v FUNCNEST
PATH=/nonexistent IFS=' ' __sam_index=-1
umask 022
`;

const FAIL = `
__sam_fail() { # CODE
  printf 'launcher: %s %s\\n' "$1" "$__sam_index" >&2
  exit 125
}
`;

/** Runs first in Bash: closes what the server or its parent may have left open. */
export const PROLOGUE = `${SETTINGS}${CLOSE}
${FAIL}`;
