#!/usr/bin/env bash
set -euo pipefail
# Prints SCRIPT_PREFIX, a colon, and the one argument as it is.

if (($# != 1)); then
  printf 'Expected exactly one argument, got %d: pass the whole value as one argument\n' "$#" >&2
  exit 2
fi

printf '%s:%s\n' "${SCRIPT_PREFIX:-yaml-script}" "$1"
