#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"
# shellcheck source-path=SCRIPTDIR source=_brew.sh
source "${BASH_SOURCE[0]%/*}/_brew.sh"

require_brew
require_package
require_change
parse_boolean force "${TOOL_FORCE:-false}"
options=("$kind")
if [[ $REPLY == true ]]; then options+=(--force --ignore-dependencies); fi
if [[ $kind == --cask && $REPLY == true ]]; then options=("$kind" --force); fi
installed_versions
before=$REPLY
[[ -n $before ]] || die "Cannot remove \"$package\": it is not installed"
change uninstall "${options[@]}" -- "$package"
installed_versions
[[ -z $REPLY ]] || die "brew ended well, and \"$package\" is still there: $REPLY"

answer_text status ok
answer_text package "$package"
answer_versions versions_before "$before"
answer_text output "$change_output"
print_answer
