#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"
# shellcheck source-path=SCRIPTDIR source=_brew.sh
source "${BASH_SOURCE[0]%/*}/_brew.sh"

require_brew
parse_boolean cask_only "${TOOL_CASK_ONLY:-false}"
cask_only=$REPLY
parse_boolean formula_only "${TOOL_FORMULA_ONLY:-false}"
formula_only=$REPLY
[[ $cask_only == false || $formula_only == false ]] || die 'Cannot list: cask_only and formula_only exclude each other'

# to_json REPORT: REPLY is lines `name version...` as a JSON array.
to_json() {
  local line words name list=''
  while IFS= read -r line; do
    read -r -a words <<<"$line"
    ((${#words[@]} > 0)) || continue
    json_text "${words[0]}"
    name=$REPLY
    words=("${words[@]:1}")
    json_list ${words[@]+"${words[@]}"}
    list+="${list:+,}"$'\n'"    {\"name\": $name, \"versions\": $REPLY}"
  done <<<"$1"
  REPLY="[$list]"
}

formulae=null casks=null note=''
if [[ $cask_only == false ]]; then
  report=$(brew list --formula --versions) || die 'brew failed to list formulae'
  to_json "$report"
  formulae=$REPLY
fi
if [[ $formula_only == false ]]; then
  if report=$(brew list --cask --versions); then
    to_json "$report"
    casks=$REPLY
  elif [[ $cask_only == true ]]; then
    die 'brew failed to list casks'
  else
    note='brew failed to list casks; on Linux it may not know any'
  fi
fi

answer_text status ok
answer_json formulae "$formulae"
answer_json casks "$casks"
answer_text casks_note "$note"
print_answer
