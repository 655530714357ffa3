#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"

format=${TOOL_FORMAT:-markdown}
[[ $format == markdown || $format == json ]] || die "Cannot use format \"$format\": use markdown or json"
run_cli skillbook "--format=$format"
