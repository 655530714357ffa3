#!/usr/bin/env bash
set -euo pipefail
# Calls every program that the tools cannot do without.

missing=''
require() { # PROGRAM ARGUMENT…
  "$@" &>/dev/null </dev/null || missing+="${missing:+,}\"$1\""
}
require bash -c :
require perl -e 1
require deno --version
require python3 -c 'import json'

if [[ -z $missing ]]; then
  printf '{"status":"ok","bundle":"director","missing":[]}\n'
else
  printf '{"status":"error","bundle":"director","missing":[%s],"install":"apt install perl-base python3 (deno is the one that runs the server)"}\n' "$missing"
  exit 1
fi
