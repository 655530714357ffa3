#!/usr/bin/env bash
set -euo pipefail
# Runs healthz on any platform, where the program is; prints PASS, SKIP, or what failed.

folder=${BASH_SOURCE[0]%/*}
[[ $folder != "${BASH_SOURCE[0]}" ]] || folder=.

fail() {
  printf 'FAIL: %s\n' "$1" >&2
  exit 1
}

if ! command -v iwencai >/dev/null; then
  if health=$(bash "$folder/iwencai__healthz.sh"); then fail "healthz without iwencai: $health"; fi
  [[ $health == *'pip install'* ]] || fail "healthz does not say how to install iwencai: $health"
  printf 'SKIP: iwencai is not installed\n'
  exit 0
fi
health=$(bash "$folder/iwencai__healthz.sh") || fail "healthz: $health"
[[ $health == *'"status"'*ok* ]] || fail "healthz: $health"
printf 'PASS: iwencai\n'
