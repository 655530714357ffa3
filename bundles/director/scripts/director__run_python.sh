#!/usr/bin/env bash
set -euo pipefail
# Runs the code on the standard input with the first Python that works. Python reads all of it before it begins, so that
# the code's own standard input is empty.
# shellcheck source-path=SCRIPTDIR source=_shell.sh
source "${BASH_SOURCE[0]%/*}/_shell.sh"

enter_folder
# Its own path and the arguments, each ended by NUL: an array cannot cross the environment as it is.
read_arguments='import json, sys
words = [sys.executable] + json.loads(sys.argv[-1])
if sys.version_info[0] == 3: sys.stdout.buffer.write(b"".join(w.encode() + b"\0" for w in words))'
for candidate in python3 python; do
  words=()
  mapfile -d '' -t words < <(timeout 5 "$candidate" -I -c "$read_arguments" -- "${TOOL_ARGS:-[]}" 2>/dev/null </dev/null)
  if ((${#words[@]})); then
    unset TOOL_CWD TOOL_ARGS
    exec "${words[0]}" - "${words[@]:1}"
  fi
done
refuse 'No Python 3 that works was found (looked for python3 and python); install one'
