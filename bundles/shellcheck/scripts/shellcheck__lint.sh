#!/usr/bin/env bash
set -euo pipefail
# Runs shellcheck on one file or on the standard input. The server has checked the values and reads what this prints:
# JSON (json1), or with TOOL_DIFF `true` a diff, `version` shellcheck's version.

max_bytes=10000000
program=${TOOL_SHELLCHECK:-shellcheck}
file=${TOOL_FILE_PATH-}
shell=${TOOL_SHELL-}

# tells_shell: whether the first lines of the file name a shell, by `#!` or by a directive.
tells_shell() {
  local line count=0
  while ((count++ < 50)) && IFS= read -r -n 512 line; do
    [[ $line != '#!'* && ! $line =~ ^[[:space:]]*'# shellcheck'.*[[:space:]]shell= ]] || return 0
    [[ $line == '#'* || -z $line ]] || return 1
  done
  return 1
}

if [[ ${TOOL_DIFF-} == version ]]; then exec "$program" --version; fi

# --norc: what is found depends on the script and these options alone.
args=(--norc --format=json1)
[[ ${TOOL_DIFF-} != true ]] || args=(--norc --format=diff)
if [[ -n $file ]]; then
  if [[ -d $file ]]; then
    printf 'Cannot check "%s": it is a folder\n' "$file" >&2
    exit 2
  fi
  # Exit code 1 would mean findings.
  size=$(wc -c <"$file") || exit 2
  if ((size > max_bytes)); then
    printf 'The file is too large: it has %d bytes, and at most %d are checked\n' "$size" "$max_bytes" >&2
    exit 2
  fi
  [[ -n $shell || $file == *.@(bash|dash|ksh|bats) ]] || tells_shell <"$file" || shell=bash
fi
[[ -z $shell ]] || args+=("--shell=$shell")
[[ ${TOOL_CHECK_SOURCED-} != true ]] || args+=(--check-sourced --external-sources -P SCRIPTDIR)
[[ -z ${TOOL_SOURCE_DIR-} ]] || args+=(-P "$TOOL_SOURCE_DIR")
[[ ${TOOL_ENABLE_ALL-} != true ]] || args+=(--enable=all)
[[ -z ${TOOL_EXCLUDE-} ]] || args+=("--exclude=$TOOL_EXCLUDE")
[[ -z ${TOOL_INCLUDE-} ]] || args+=("--include=$TOOL_INCLUDE")
[[ -z ${TOOL_SEVERITY-} ]] || args+=("--severity=$TOOL_SEVERITY")
exec "$program" "${args[@]}" -- "${file:--}"
