#!/usr/bin/env bash
set -euo pipefail
# Runs healthz and refusals on any platform, without a network; prints PASS, or what failed.

folder=${BASH_SOURCE[0]%/*}
[[ $folder != "${BASH_SOURCE[0]}" ]] || folder=.

fail() {
  printf 'FAIL: %s\n' "$1" >&2
  exit 1
}

health=$(bash "$folder/ytdlp__healthz.sh") || fail "healthz: $health"
[[ $health == *'"status": "ok"'* ]] || fail "healthz: $health"
if report=$(TOOL_URL=file:///etc/passwd bash "$folder/ytdlp__get_video_metadata.sh" 2>&1); then fail "get_video_metadata: $report"; fi
[[ $report == *'http or https'* ]] || fail "get_video_metadata: $report"
printf 'PASS: ytdlp\n'
