#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"
# shellcheck source-path=SCRIPTDIR source=_brew.sh
source "${BASH_SOURCE[0]%/*}/_brew.sh"

require_brew
query=${TOOL_QUERY:-}
[[ $query =~ ^[[:alnum:]][[:alnum:]@._+/\ -]*$ ]] || die "Cannot use query \"$query\": write part of a name, such as image"
parse_boolean include_casks "${TOOL_INCLUDE_CASKS:-false}"
include_casks=$REPLY

# find_names KIND: REPLY is what brew finds, as a JSON array. Finding nothing is no failure, though brew ends with 1.
find_names() {
  local report message line names=()
  message=${TMPDIR:-/tmp}/search_message
  if ! report=$(brew search "$1" -- "$query" 2>"$message"); then
    report=$(<"$message")
    [[ $report == *'No formulae or casks found'* || $report == *'No formulae found'* || $report == *'No casks found'* ]] ||
      die "brew failed to search for \"$query\": $report"
    report=''
  fi
  while IFS= read -r line; do
    # Headings, and the mark behind what is installed.
    line=${line%% *}
    [[ -z $line || $line == '==>' ]] || names+=("$line")
  done <<<"$report"
  json_list ${names[@]+"${names[@]}"}
}

answer_text status ok
answer_text query "$query"
find_names --formula
answer_json formulae "$REPLY"
if [[ $include_casks == true ]]; then
  find_names --cask
else
  REPLY=null
fi
answer_json casks "$REPLY"
print_answer
