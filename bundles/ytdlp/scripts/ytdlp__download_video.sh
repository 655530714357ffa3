#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"
# shellcheck source-path=SCRIPTDIR source=_cookies.sh
source "${BASH_SOURCE[0]%/*}/_cookies.sh"
# shellcheck source-path=SCRIPTDIR source=_ytdlp.sh
source "${BASH_SOURCE[0]%/*}/_ytdlp.sh"
# shellcheck source-path=SCRIPTDIR source=_download.sh
source "${BASH_SOURCE[0]%/*}/_download.sh"

start=${TOOL_START_TIME:-}
end=${TOOL_END_TIME:-}

require_url
options=(--merge-output-format mp4/mkv)
case ${TOOL_RESOLUTION:-720p} in
  # Sorted by "at most so high", so that a site without that size still gives what it has.
  480p | 720p | 1080p | 1440p | 2160p) options+=(--format-sort "res:${TOOL_RESOLUTION:-720p}") ;;
  best) ;;
  *) die "Cannot use resolution \"$TOOL_RESOLUTION\": use 480p, 720p, 1080p, 1440p, 2160p or best" ;;
esac
if [[ -n $start$end ]]; then
  parse_time startTime "${start:-0}"
  first=$REPLY
  seconds_text "$first"
  section="*$REPLY"
  if [[ -n $end ]]; then
    parse_time endTime "$end"
    ((REPLY > first)) || die "Cannot use endTime \"$end\": it must lie after startTime"
    seconds_text "$REPLY"
    section+="-$REPLY"
  else
    section+=-inf
  fi
  options+=(--download-sections "$section" --force-keyframes-at-cuts)
fi

open_folder
open_ytdlp
fetch "${options[@]}"
deliver "$media_endings" || die "yt-dlp left no file for \"$url\""
