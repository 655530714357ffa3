#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"

query=${TOOL_QUERY:-}
format=${TOOL_FORMAT:-json}
require_query "$query"
require_format "$format"
parse_integer limit "${TOOL_LIMIT:-10}" 1 50
limit=$REPLY
parse_integer page "${TOOL_PAGE:-1}" 1 100
page=$REPLY
require_key
# With the equals sign a value that begins with a dash stays a value.
run_cli query2data "--query=$query" "--limit=$limit" "--page=$page" "--format=$format"
