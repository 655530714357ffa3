#!/usr/bin/env bash
set -euo pipefail
# Calls every program that host_info__get_host_context cannot do without.

missing=''
require() { # PROGRAM ARGUMENT…
  "$@" &>/dev/null || missing+="${missing:+,}\"$1\""
}
require uname -s
require date +%s
require sleep 0
folder=$(mktemp -d "${TMPDIR:-/tmp}/host_info.XXXXXXXX" 2>/dev/null) || missing+="${missing:+,}\"mktemp\""
[[ -z $folder ]] || require rm -r -- "$folder"

if [[ -z $missing ]]; then
  printf '{"status":"ok","bundle":"host_info","missing":[]}\n'
else
  printf '{"status":"error","bundle":"host_info","missing":[%s],"mend":"Install coreutils with the package manager of the system"}\n' "$missing"
  exit 1
fi
