#!/usr/bin/env bash
set -euo pipefail
# Runs healthz and refusals on any platform; prints PASS, or what failed.

folder=${BASH_SOURCE[0]%/*}
[[ $folder != "${BASH_SOURCE[0]}" ]] || folder=.

fail() {
  printf 'FAIL: %s\n' "$1" >&2
  exit 1
}

health=$(bash "$folder/ffmpeg__healthz.sh") || fail "healthz: $health"
[[ $health == *'"status": "ok"'* ]] || fail "healthz: $health"
if report=$(TOOL_INPUT_PATH=/no/such/file bash "$folder/ffmpeg__probe_media.sh" 2>&1); then fail "probe_media: $report"; fi
[[ $report == *'"/no/such/file"'* ]] || fail "probe_media: $report"
printf 'PASS: ffmpeg\n'
