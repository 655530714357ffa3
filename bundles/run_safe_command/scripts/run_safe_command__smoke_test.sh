#!/usr/bin/env bash
set -euo pipefail
# Runs healthz, help and one pipeline on any platform; prints PASS, or what failed.

folder=${BASH_SOURCE[0]%/*}
[[ $folder != "${BASH_SOURCE[0]}" ]] || folder=.

fail() {
  printf 'FAIL: %s\n' "$1" >&2
  exit 1
}

health=$(python3 "$folder/run_safe_command__healthz.py") || fail "healthz: $health"
[[ $health == *'"status": "ok"'* ]] || fail "healthz: $health"
text=$(TOOL_TOPIC=pipeline bash "$folder/run_safe_command__help.sh") || fail 'help'
[[ $text == *stages_json* ]] || fail "help: $text"
# shellcheck disable=SC2016 # plain text
printed=$(TOOL_STAGES_JSON='[{"command": "echo", "args": ["$HOME; id"]}, {"command": "cat"}]' TOOL_WORKING_DIR=. \
  python3 "$folder/run_safe_command__pipeline.py") || fail 'pipeline'
# shellcheck disable=SC2016
[[ $printed == '$HOME; id' ]] || fail "pipeline: $printed"
printf 'PASS: run_safe_command\n'
