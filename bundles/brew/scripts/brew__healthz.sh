#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"
# shellcheck source-path=SCRIPTDIR source=_brew.sh
source "${BASH_SOURCE[0]%/*}/_brew.sh"

version=''
prefix=''
missing=''
install=null
status=ok
can_change=false
# Run, not only looked for: a program whose parts are gone is found and does not start.
if report=$(brew --version 2>/dev/null) && [[ $report =~ ^Homebrew\ ([^[:space:]]+) ]]; then
  version=${BASH_REMATCH[1]}
  prefix=$(brew --prefix 2>/dev/null) || prefix=''
  if [[ -n ${HOMEBREW_PREFIX:-} && $prefix == "$HOMEBREW_PREFIX" ]]; then can_change=true; fi
else
  status=error
  missing='"brew"'
  json_text 'Install Homebrew as https://brew.sh tells (macOS, Linux), and put its bin folder on the PATH of the server'
  install=$REPLY
fi
answer_text brew "$version"
answer_text prefix "$prefix"
printf '{"status": "%s", %s, %s, "can_change": %s, "missing": [%s], "install": %s}\n' \
  "$status" "${answer_fields[0]}" "${answer_fields[1]}" "$can_change" "$missing" "$install"
[[ $status == ok ]]
