#!/usr/bin/env bash
set -euo pipefail

program=${TOOL_SHELLCHECK:-shellcheck}
status=error
version=null
missing='"shellcheck"'
install='"Install shellcheck: apt-get install shellcheck (Debian, Ubuntu), dnf install ShellCheck (Fedora), brew install shellcheck (macOS)"'
# Run, not only looked for: a program whose libraries are gone is found and does not start.
if report=$("$program" --version 2>/dev/null) && [[ $report =~ version:\ ([0-9][0-9A-Za-z.-]*) ]]; then
  version="\"${BASH_REMATCH[1]}\""
  # One fault that every version finds.
  # shellcheck disable=SC2016 # a script as text
  found=$(printf 'echo $1\n' | "$program" --norc --format=json1 --shell=sh -) || true
  if [[ $found == *'"code":2086'* ]] && size=$(wc -c </dev/null) && ((size == 0)); then
    status=ok
    missing=''
    install=null
  fi
fi
printf '{"status": "%s", "shellcheck": %s, "missing": [%s], "install": %s}\n' "$status" "$version" "$missing" "$install"
[[ $status == ok ]]
