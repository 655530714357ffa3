#!/usr/bin/env bash
set -euo pipefail
# Runs healthz, info and one check on any platform; prints PASS, or what failed.

folder=${BASH_SOURCE[0]%/*}
[[ $folder != "${BASH_SOURCE[0]}" ]] || folder=.

fail() {
  printf 'FAIL: %s\n' "$1" >&2
  exit 1
}

health=$(bash "$folder/shellcheck__healthz.sh") || fail "healthz: $health"
[[ $health == *'"status": "ok"'* ]] || fail "healthz: $health"
text=$(bash "$folder/shellcheck__info.sh") || fail 'info'
[[ $text == *version:* ]] || fail "info: $text"
code=0
# shellcheck disable=SC2016 # a script as text
text=$(printf 'echo $1\n' | TOOL_SHELL=bash bash "$folder/shellcheck__lint.sh") || code=$?
[[ $code == 1 && $text == *'"code":2086'* ]] || fail "lint: $code $text"
printf 'PASS: shellcheck\n'
