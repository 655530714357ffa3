#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"

missing=''
version=''
# Run, not only looked for: a program whose libraries are gone is found and does not start.
if report=$(ffmpeg -version 2>/dev/null) && [[ $report =~ ^ffmpeg\ version\ ([^[:space:]]+) ]]; then
  version=${BASH_REMATCH[1]}
  filters=$(ffmpeg -hide_banner -loglevel error -filters) || filters=''
  encoders=$(ffmpeg -hide_banner -loglevel error -encoders) || encoders=''
  [[ $filters == *' ass '* ]] || missing='"ffmpeg with libass"'
  [[ $encoders == *' libx264 '* ]] || missing+="${missing:+, }\"ffmpeg with libx264\""
else
  missing='"ffmpeg"'
fi
if folder=$(mktemp -d "${TMPDIR:-/tmp}/ass.XXXXXXXX" 2>/dev/null); then
  cp -- "${BASH_SOURCE[0]}" "$folder/copy" 2>/dev/null || missing+="${missing:+, }\"cp\""
  rm -r -- "$folder" 2>/dev/null || missing+="${missing:+, }\"rm\""
else
  missing+="${missing:+, }\"mktemp\""
fi

status=ok
install='null'
if [[ -n $missing ]]; then
  status=error
  json_text 'Install ffmpeg built with libass and libx264: apt-get install ffmpeg (Debian, Ubuntu), dnf install ffmpeg (Fedora), brew install ffmpeg (macOS); cp, mktemp and rm are in coreutils'
  install=$REPLY
fi
answer_ffmpeg=null
if [[ -n $version ]]; then
  json_text "$version"
  answer_ffmpeg=$REPLY
fi
printf '{"status": "%s", "ffmpeg": %s, "missing": [%s], "install": %s}\n' "$status" "$answer_ffmpeg" "$missing" "$install"
[[ $status == ok ]]
