#!/usr/bin/env bash
set -euo pipefail

# Runs every script of this bundle with real files, without a server. Prints one line per check; ends with 1 when a
# check failed. Needs mktemp and rm besides shellcheck.

if [[ $(uname -s) != Linux || $(uname -m) != x86_64 ]]; then
  printf 'SKIP: made for Linux on x86_64\n'
  exit 0
fi

scripts=$(cd "${BASH_SOURCE[0]%/*}" && pwd)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
failed=0

# check NAME ACTION CODE WORDS NAME=VALUE...: the script ends with CODE and prints WORDS.
check() {
  local name=$1 action=$2 wanted=$3 words=$4 answer code=0
  shift 4
  answer=$(env -i PATH="$PATH" HOME="$work" TMPDIR="$work" LC_ALL=C.UTF-8 "$@" "$BASH" \
    "$scripts/shellcheck__$action.sh" 2>&1 <"$work/input") || code=$?
  if [[ $code == "$wanted" && $answer == *"$words"* ]]; then
    printf 'PASS %s\n' "$name"
  else
    printf 'FAIL %s: %s %s\n' "$name" "$code" "$answer"
    failed=1
  fi
}

# shellcheck disable=SC2016 # scripts as text
{
  printf 'echo $1\n' >"$work/input"
  printf '#!/bin/sh\n[[ a == b ]]\n' >"$work/-S"
  printf '. ./lib.sh\necho done\n' >"$work/main.sh"
  printf 'echo $1\n' >"$work/lib.sh"
}

check 'healthz' healthz 0 '"status": "ok"'
check 'info' info 0 'version:'
check 'lint: the version' lint 0 'version:' TOOL_DIFF=version
check 'lint: standard input' lint 1 '"code":2086' TOOL_SHELL=bash
check 'lint: a code left out' lint 0 '"comments":[]' TOOL_SHELL=bash TOOL_EXCLUDE=SC2086
check 'lint: the shebang counts' lint 1 '"code":3010' TOOL_FILE_PATH="$work/-S"
check 'lint: no shebang is bash' lint 1 '"code":2086' TOOL_FILE_PATH="$work/lib.sh"
check 'lint: sourced files' lint 1 'lib.sh' TOOL_FILE_PATH="$work/main.sh" TOOL_CHECK_SOURCED=true TOOL_SOURCE_DIR="$work"
# shellcheck disable=SC2016
check 'lint: a diff' lint 1 '+echo "$1"' TOOL_SHELL=bash TOOL_DIFF=true
check 'lint: no such file' lint 2 'No such file' TOOL_FILE_PATH="$work/none"

exit "$failed"
