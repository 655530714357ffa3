#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"

case ${TOOL_SECTION:-all} in
  all) sections=(script_info v4_styles events tags colors example) ;;
  script_info | v4_styles | events | tags | colors | example) sections=("$TOOL_SECTION") ;;
  *) die "Cannot use section \"$TOOL_SECTION\": use all, script_info, v4_styles, events, tags, colors or example" ;;
esac

gap=''
for section in "${sections[@]}"; do
  printf '%s%s\n' "$gap" "$(<"${BASH_SOURCE[0]%/*}/../text/$section.txt")"
  gap=$'\n'
done
