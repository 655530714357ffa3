#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"

status=ok
missing=''
programs=''
for program in ffmpeg ffprobe; do
  version=''
  # Run, not only looked for: a program whose libraries are gone is found and does not start.
  if report=$("$program" -version 2>/dev/null) && [[ $report =~ ^[a-z]+\ version\ ([^[:space:]]+) ]]; then
    version=${BASH_REMATCH[1]}
  fi
  if [[ -z $version ]]; then
    status=error
    missing+="${missing:+, }\"$program\""
    programs+="\"$program\": null, "
  else
    json_text "$version"
    programs+="\"$program\": $REPLY, "
  fi
done

# Builds without these run, but the tools that need them fail.
encoders=''
if [[ $status == ok ]] && report=$(ffmpeg -hide_banner -loglevel error -encoders); then
  for encoder in libx264 aac libvpx-vp9 libopus libmp3lame libvorbis flac mjpeg; do
    [[ $report == *" $encoder "* ]] || encoders+="${encoders:+, }\"$encoder\""
  done
fi

install='null'
if [[ $status == error ]]; then
  json_text 'Install ffmpeg, which brings ffprobe: apt-get install ffmpeg (Debian, Ubuntu), dnf install ffmpeg (Fedora), brew install ffmpeg (macOS)'
  install=$REPLY
fi
printf '{"status": "%s", %s"missing": [%s], "missing_encoders": [%s], "install": %s}\n' \
  "$status" "$programs" "$missing" "$encoders" "$install"
[[ $status == ok ]]
