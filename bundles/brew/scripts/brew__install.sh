#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"
# shellcheck source-path=SCRIPTDIR source=_brew.sh
source "${BASH_SOURCE[0]%/*}/_brew.sh"

require_brew
require_package
require_change
change install "$kind" -- "$package"
installed_versions
versions=$REPLY
[[ -n $versions ]] || die "brew ended well, and \"$package\" is not installed"

answer_text status ok
answer_text package "$package"
answer_versions versions "$versions"
answer_text output "$change_output"
print_answer
