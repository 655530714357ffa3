#!/usr/bin/env bash
set -euo pipefail
# Runs healthz and the scripts that need no media on any platform; prints PASS, or what failed.

folder=${BASH_SOURCE[0]%/*}
[[ $folder != "${BASH_SOURCE[0]}" ]] || folder=.

fail() {
  printf 'FAIL: %s\n' "$1" >&2
  exit 1
}

health=$(bash "$folder/ass__healthz.sh") || fail "healthz: $health"
[[ $health == *'"status": "ok"'* ]] || fail "healthz: $health"
text=$(TOOL_SECTION=events bash "$folder/ass__get_spec.sh") || fail 'get_spec'
[[ $text == *Dialogue:* ]] || fail "get_spec: $text"
if report=$(TOOL_ASS_FILE_PATH="$folder/ass__get_spec.sh" bash "$folder/ass__lint.sh" 2>&1); then fail "lint takes a script for subtitles: $report"; fi
printf 'PASS: ass\n'
