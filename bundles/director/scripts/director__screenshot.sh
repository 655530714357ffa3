#!/usr/bin/env bash
set -euo pipefail
# Takes a picture of the screen or of one window as PNG; prints one JSON object.

# shellcheck source-path=SCRIPTDIR source=_screen.sh
source "${BASH_SOURCE[0]%/*}/_screen.sh"

target=$TOOL_TARGET title=${TOOL_WINDOW_TITLE-} out=$TOOL_PICTURE
[[ $target == screen || -n $title ]] || fail 'target is "window", and so window_title is needed'
folder=$(mktemp -d /tmp/screenshot.XXXXXXXX)
picture=$folder/picture.png
if [[ -n ${WAYLAND_DISPLAY-} ]]; then
  if [[ $target == screen ]]; then wayland_screen "$picture"; else wayland_window "$picture" "$title"; fi
elif [[ -n ${DISPLAY-} ]]; then
  if [[ $target == screen ]]; then x11_screen "$picture"; else x11_window "$picture" "$title"; fi
elif [[ $(uname -s) == Darwin ]]; then
  if [[ $target == screen ]]; then mac_screen "$picture"; else mac_window "$picture" "$title"; fi
else
  fail 'There is no display: neither WAYLAND_DISPLAY nor DISPLAY is set in the environment of the server'
fi
png_size "$picture" || fail 'The program for screenshots has left no PNG picture'
cp -- "$picture" "$out"
json_text "$out"
printf '{"path":%s,"width":%d,"height":%d,"target":"%s"' "$JSON_TEXT" "$WIDTH" "$HEIGHT" "$target"
if [[ $target == window ]]; then
  json_text "$FOUND_TITLE"
  printf ',"window_title":%s,"windows_matching":%d' "$JSON_TEXT" "$FOUND_COUNT"
fi
printf '}\n'
