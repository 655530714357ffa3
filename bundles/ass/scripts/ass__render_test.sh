#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"
# shellcheck source-path=SCRIPTDIR source=_events.sh
source "${BASH_SOURCE[0]%/*}/_events.sh"

# Pictures looked at in a second: a line that is shown for a tenth of a second is seen at least once.
checks_per_second=25

subtitles=${TOOL_ASS_FILE_PATH:-}
output=${TOOL_OUTPUT_PATH:-}
resolution=${TOOL_RESOLUTION:-1280x720}
colour=${TOOL_BACKGROUND_COLOR:-black}

require_subtitles "$subtitles"
require_output "$output"
[[ ! $subtitles -ef $output ]] || die "Cannot write output_path \"$output\": it is the subtitle file"
case $output in
  *.[mM][pP]4 | *.[mM]4[vV]) container=mp4 ;;
  *.[mM][oO][vV]) container=mov ;;
  *.[mM][kK][vV]) container=matroska ;;
  *) die "Cannot use output_path \"$output\": end it with .mp4, .m4v, .mov or .mkv" ;;
esac
parse_integer duration_sec "${TOOL_DURATION_SEC:-10}" 1 300
duration=$REPLY
[[ $resolution =~ ^([[:digit:]]{2,4})x([[:digit:]]{2,4})$ ]] ||
  die "Cannot use resolution \"$resolution\": write WIDTHxHEIGHT, such as 1280x720"
width=${BASH_REMATCH[1]} height=${BASH_REMATCH[2]}
parse_integer 'the width of resolution' "$width" 16 7680
width=$REPLY
parse_integer 'the height of resolution' "$height" 16 7680
height=$REPLY
((width % 2 == 0 && height % 2 == 0)) || die "Cannot use resolution \"$resolution\": both numbers must be even"
[[ $colour =~ ^([[:alpha:]]{3,20}|#[[:xdigit:]]{6})$ ]] ||
  die "Cannot use background_color \"$colour\": write a name such as navy, or #RRGGBB"

read_events "$subtitles" "$((duration * 100))"
((${#event_lines[@]} > 0)) ||
  die "Nothing to see in \"$subtitles\": no Dialogue line with text begins in the first $duration seconds, raise duration_sec"

work=$(mktemp -d "${TMPDIR:-/tmp}/ass.XXXXXXXX")
trap 'rm -rf -- "$work"' EXIT
# A fixed name in a folder of ours: a path of the caller's would be read as filter syntax (ffmpeg-filters(1), escaping).
cp -- "$subtitles" "$work/subtitles.ass"
[[ $output == /* ]] || output=$PWD/$output
cd "$work"

quiet=(-nostdin -hide_banner -loglevel error -y)
source="color=c=$colour:s=${width}x$height:r=$checks_per_second"
blank=$(ffmpeg "${quiet[@]}" -f lavfi -i "$source:d=1,format=yuv420p" -frames:v 1 -f framemd5 pipe:1) ||
  die "Cannot draw the background \"$colour\": name a colour that ffmpeg knows, or write #RRGGBB"
blank=${blank##*[, ]}

# watch_pictures: passes on the numbers of the pictures that differ from the background, then their count in all.
watch_pictures() {
  local line count=0 percent last=-1 total=$((duration * checks_per_second))
  while IFS= read -r line; do
    [[ $line != '#'* ]] || continue
    [[ ${line##*[, ]} == "$blank" ]] || printf '%d\n' "$count"
    count=$((count + 1))
    percent=$((count * 100 / total))
    if ((percent > last && percent <= 100)); then
      progress "$percent" 100 'Rendering the subtitles'
      last=$percent
    fi
  done
  printf 'total %d\n' "$count"
}

pictures=$(ffmpeg "${quiet[@]}" -f lavfi -i "$source:d=$duration,format=yuv420p" \
  -filter_complex '[0:v]ass=subtitles.ass,format=yuv420p,split[video][check]' \
  -map '[video]' -c:v libx264 -preset veryfast -crf 23 -f "$container" "file:$output" \
  -map '[check]' -f framemd5 pipe:1 | watch_pictures) || die "Cannot render \"$subtitles\": ffmpeg failed"
[[ -s $output ]] || die "Cannot render \"$subtitles\": the result is empty"

changed=()
total=0
while IFS= read -r line; do
  case $line in
    total\ *) total=${line#total } ;;
    ?*) changed[line]=1 ;;
  esac
done <<<"$pictures"

seen=0
unseen=''
listed=0
for index in "${!event_lines[@]}"; do
  found=false
  first=$(((event_starts[index] * checks_per_second + 99) / 100))
  last=$(((event_ends[index] * checks_per_second - 1) / 100))
  for ((picture = first; picture <= last && picture < total; picture++)); do
    if [[ -n ${changed[picture]:-} ]]; then
      found=true
      break
    fi
  done
  if [[ $found == true ]]; then
    seen=$((seen + 1))
  elif ((listed < 100)); then
    unseen+="${unseen:+, }${event_lines[index]}"
    listed=$((listed + 1))
  fi
done
((seen > 0)) ||
  die "No line of \"$subtitles\" became visible in the first $duration seconds: look at its styles, colours and positions"

answer_text status ok
answer_text output_path "$output"
answer_json duration_sec "$duration"
answer_json width "$width"
answer_json height "$height"
answer_text background_color "$colour"
answer_json lines_expected "${#event_lines[@]}"
answer_json lines_seen "$seen"
answer_json lines_unseen "[$unseen]"
answer_json pictures_checked "$total"
answer_json pictures_with_text "${#changed[@]}"
print_answer
