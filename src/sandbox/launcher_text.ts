/**
 * The parts of a launcher that are the same for every tool.
 *
 * Rules of this text, which `tests/sandbox/launcher_text_test.ts` reads: every expansion of
 * a value is quoted; no `eval`, no `source`, no backquote, no `$(`; no value reaches
 * arithmetic before a pattern has shown it to be a number. Names begin with `__sam_`, so
 * that no declared variable of a tool can be one of ours.
 *
 * @module
 */

/** Runs first: closes what the server or its parent may have left open. */
export const PROLOGUE = `set -u
# With a limit on nesting a function ends half-way, and what follows goes on.
unset -v FUNCNEST
PATH=/nonexistent IFS=$' \\t\\n' __sam_index=-1
umask 022
# A descriptor that the server inherited would walk through into the sandbox. No redirection
# on this loop: bash would park the old stream on a descriptor that the loop then closes.
for __sam_fd in /proc/self/fd/*; do
  __sam_fd=\${__sam_fd##*/}
  [[ /proc/self/fd/$__sam_fd -ef $0 ]] && continue
  [[ $__sam_fd == [012] ]] || exec {__sam_fd}>&-
done

__sam_fail() { # CODE
  printf 'launcher: %s %s\\n' "$1" "$__sam_index" >&2
  exit 125
}
`;
