#!/usr/bin/env bash
set -euo pipefail
# Prints what the machine is and which developer tools it has, as one JSON object.
#
# Needs bash 3.2 or later, date, mktemp, rm, sleep and uname. What else it uses (df, find, cmp, wc, readlink) only adds facts.

folder=${BASH_SOURCE[0]%/*}
[[ $folder != "${BASH_SOURCE[0]}" ]] || folder=.
# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "$folder/_lib.sh"
# shellcheck source-path=SCRIPTDIR source=_tools.sh
source "$folder/_tools.sh"
# shellcheck source-path=SCRIPTDIR source=_facts.sh
source "$folder/_facts.sh"

format=${TOOL_OUTPUT_FORMAT:-pretty} include_hardware=${TOOL_INCLUDE_HARDWARE:-true} filter=${TOOL_FILTER_TOOLS:-}
search_path=${TOOL_HOST_PATH:-$PATH} home=${TOOL_HOST_HOME:-${HOME:-}} locale=${TOOL_LANG:-}
zone=${TOOL_TZ:-${TZ:-}} login_shell=${TOOL_SHELL:-} temporary=${TMPDIR:-/tmp}

refuse() { # MESSAGE
  printf '%s\n' "$1" >&2
  exit 2
}
[[ $format =~ ^(pretty|compact)$ ]] || refuse "Unknown output_format \"$format\": use pretty or compact"
[[ $include_hardware =~ ^(true|false)$ ]] || refuse "Unknown include_hardware \"$include_hardware\": use true or false"

# What follows, above all the tools that are asked for their version, gets nothing of the environment. The
# script's own programs come from the system's folders, whatever the host's PATH puts before them.
system_path=/usr/bin:/bin:/usr/sbin:/sbin:$PATH
for name in $(compgen -e); do unset -v "$name" 2>/dev/null || true; done
export LC_ALL=C PATH=$system_path

work=$(mktemp -d "$temporary/host_info.XXXXXXXX")
trap 'rm -rf -- "$work"' EXIT

json_style "$format"
json_open
add_os
add_time "$zone"
json_string locale "$locale"
hide_home "$login_shell" "$home"
json_open shell
json_string name "${login_shell##*/}"
json_string path "$REPLY"
json_close
[[ $include_hardware == false ]] || add_hardware "$work"
add_tools "$work" "$search_path" "$home" "$filter"
json_close
printf '%s\n' "$JSON_TEXT"
