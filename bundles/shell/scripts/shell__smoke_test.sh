#!/usr/bin/env bash
set -euo pipefail
# Runs both scripts on any platform; prints PASS, or what failed.

folder=${BASH_SOURCE[0]%/*}
[[ $folder != "${BASH_SOURCE[0]}" ]] || folder=.

fail() {
  printf 'FAIL: %s\n' "$1" >&2
  exit 1
}

health=$(bash "$folder/shell__healthz.sh") || fail "healthz: $health"
[[ $health == *'"status":"ok"'* ]] || fail "healthz: $health"
printed=$(bash "$folder/shell__run_script_echo.sh" '-n "a  b" *') || fail 'run_script_echo'
[[ $printed == 'yaml-script:-n "a  b" *' ]] || fail "run_script_echo: $printed"
printf 'PASS: shell\n'
