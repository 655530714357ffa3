#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"
# shellcheck source-path=SCRIPTDIR source=_brew.sh
source "${BASH_SOURCE[0]%/*}/_brew.sh"

require_brew
require_package
report=$(brew info --json=v2 "$kind" -- "$package") || die "brew knows no \"$package\": search for its name"
[[ $report == '{'* ]] || die "brew told nothing of \"$package\""
printf '%s\n' "$report"
