#!/usr/bin/env bash
set -euo pipefail
# Runs healthz on any platform, where Homebrew is; prints PASS, SKIP, or what failed.

folder=${BASH_SOURCE[0]%/*}
[[ $folder != "${BASH_SOURCE[0]}" ]] || folder=.

fail() {
  printf 'FAIL: %s\n' "$1" >&2
  exit 1
}

if ! command -v brew >/dev/null; then
  if health=$(bash "$folder/brew__healthz.sh"); then fail "healthz without brew: $health"; fi
  [[ $health == *brew.sh* ]] || fail "healthz does not say how to install brew: $health"
  printf 'SKIP: brew is not installed\n'
  exit 0
fi
health=$(bash "$folder/brew__healthz.sh") || fail "healthz: $health"
[[ $health == *'"status": "ok"'* ]] || fail "healthz: $health"
printf 'PASS: brew\n'
