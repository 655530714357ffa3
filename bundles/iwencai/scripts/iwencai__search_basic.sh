#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"

query=${TOOL_QUERY:-}
channel=${TOOL_CHANNEL:-}
format=${TOOL_FORMAT:-json}
require_query "$query"
require_format "$format"
case $channel in
  announcement | investor | news | report) ;;
  *) die "Cannot use channel \"$channel\": use announcement, investor, news or report" ;;
esac
parse_integer limit "${TOOL_LIMIT:-10}" 1 50
limit=$REPLY
require_key
# With the equals sign a value that begins with a dash stays a value.
run_cli search "--query=$query" "--channel=$channel" "--limit=$limit" "--format=$format"
