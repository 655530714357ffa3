#!/usr/bin/env bash
set -euo pipefail
# Runs both scripts on any platform; prints PASS, or what failed.

folder=${BASH_SOURCE[0]%/*}
[[ $folder != "${BASH_SOURCE[0]}" ]] || folder=.

fail() {
  printf 'FAIL: %s\n' "$1" >&2
  exit 1
}

health=$(bash "$folder/host_info__healthz.sh") || fail "healthz: $health"
[[ $health == *'"status":"ok"'* ]] || fail "healthz: $health"
context=$(TOOL_FILTER_TOOLS=none-such TOOL_OUTPUT_FORMAT=compact bash "$folder/host_info__get_host_context.sh") || fail 'get_host_context'
[[ $context == '{"os":'*'"unknown_tools":["none-such"]'* ]] || fail "get_host_context: $context"
printf 'PASS: host_info\n'
