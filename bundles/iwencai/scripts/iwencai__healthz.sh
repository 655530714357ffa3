#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"

status=ok
missing=''
install=null
key=false
# Run, not only looked for: a program whose libraries are gone is found and does not start.
if ! (run_cli --help) >/dev/null 2>&1; then
  status=error
  missing='"iwencai"'
  json_text 'Install iwencai with pip install "git+https://github.com/meomeo-dev/iwencai_skills" (Python 3.11 or later), on the PATH of the server'
  install=$REPLY
fi
if [[ -n ${IWENCAI_API_KEY:-} ]]; then key=true; fi
printf '{"status": "%s", "key_configured": %s, "missing": [%s], "install": %s}\n' "$status" "$key" "$missing" "$install"
[[ $status == ok ]]
