#!/usr/bin/env bash
set -euo pipefail
# Runs healthz where deno is there, and one command, on any platform; prints PASS, or what failed.

folder=${BASH_SOURCE[0]%/*}
[[ $folder != "${BASH_SOURCE[0]}" ]] || folder=.

fail() {
  printf 'FAIL: %s\n' "$1" >&2
  exit 1
}

if type -P deno >/dev/null; then
  health=$(bash "$folder/director__healthz.sh") || fail "healthz: $health"
  [[ $health == *'"status":"ok"'* ]] || fail "healthz: $health"
fi
# shellcheck disable=SC2016 # for the shell inside
printed=$(printf 'printf "%%s" "$((6 * 7))"' | bash "$folder/director__shell_run.sh") || fail 'shell_run'
[[ $printed == 42 ]] || fail "shell_run: $printed"
printf 'PASS: director\n'
