#!/usr/bin/env bash
set -euo pipefail
# Runs the echo script as a call would, with a value that any careless quoting would spoil.

folder=${BASH_SOURCE[0]%/*}
[[ $folder != "${BASH_SOURCE[0]}" ]] || folder=.

value=$'-n "a  b" \'$HOME\' *\n\\'
answer=$(SCRIPT_PREFIX=healthz bash "$folder/shell__run_script_echo.sh" "$value" 2>/dev/null) || answer=''

if [[ $answer == "healthz:$value" ]]; then
  printf '{"status":"ok","bundle":"shell","missing":[]}\n'
else
  printf '{"status":"error","bundle":"shell","missing":["a bash that runs scripts/shell__run_script_echo.sh"],"mend":"%s"}\n' \
    'Install bash and restore the folder of the bundle'
  exit 1
fi
