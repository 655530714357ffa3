#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"

output=${TOOL_OUTPUT_PATH:-}
title=${TOOL_TITLE:-Untitled}

require_output "$output"
[[ $output == *.[aA][sS][sS] ]] || die "Cannot use output_path \"$output\": end it with .ass"
[[ $title != *[[:cntrl:]]* ]] || die 'Cannot use title: write it on one line'
parse_integer play_res_x "${TOOL_PLAY_RES_X:-1920}" 16 16384
width=$REPLY
parse_integer play_res_y "${TOOL_PLAY_RES_Y:-1080}" 16 16384
height=$REPLY
parse_boolean overwrite "${TOOL_OVERWRITE:-false}"
overwrite=$REPLY
replaced=false
if [[ -e $output ]]; then
  [[ $overwrite == true ]] || die "Cannot write output_path \"$output\": it exists, set overwrite or choose another name"
  replaced=true
fi

# at_least MINIMUM NUMBER: REPLY is the larger one.
at_least() {
  REPLY=$(($2 > $1 ? $2 : $1))
}

# share PERCENT: REPLY is that part of the height, rounded, at least 1.
share() {
  at_least 1 "$(((height * $1 + 50) / 100))"
}

# style NAME SIZE COLOUR BOLD ITALIC ALIGNMENT: one line of the section of styles.
style() {
  printf 'Style: %s,Arial,%d,%s,&H0000FFFF,&H00101010,&H80000000,%d,%d,0,0,100,100,0,0,1,%d,%d,%d,%d,%d,%d,1\n' \
    "$1" "$2" "$3" "$4" "$5" "$outline" "$shadow" "$6" "$margin" "$margin" "$margin"
}

share 5
default_size=$REPLY
share 8
title_size=$REPLY
share 4
note_size=$REPLY
share 4
margin=$REPLY
at_least 1 "$((height / 360))"
outline=$REPLY
at_least 1 "$((height / 720))"
shadow=$REPLY

{
  printf '[Script Info]\n; Times are H:MM:SS.cc; sizes and positions count in a picture of %dx%d.\n' "$width" "$height"
  printf 'Title: %s\nScriptType: v4.00+\nPlayResX: %d\nPlayResY: %d\n' "$title" "$width" "$height"
  printf 'WrapStyle: 0\nScaledBorderAndShadow: yes\nYCbCr Matrix: TV.709\n\n'
  printf '[V4+ Styles]\n'
  printf 'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, '
  printf 'Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, '
  printf 'MarginR, MarginV, Encoding\n'
  style Default "$default_size" '&H00FFFFFF' 0 0 2
  style Title "$title_size" '&H00FFFFFF' -1 0 5
  style Note "$note_size" '&H00D0F0FF' 0 -1 8
  printf '\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n'
  printf 'Dialogue: 0,0:00:00.00,0:00:02.00,Title,,0,0,0,,Title of the video\n'
  printf 'Dialogue: 0,0:00:02.00,0:00:05.00,Default,,0,0,0,,First line of speech\n'
  printf 'Dialogue: 0,0:00:05.00,0:00:08.00,Note,,0,0,0,,A note at the top\n'
} >"$output" || die "Cannot write output_path \"$output\""

answer_text status ok
answer_text output_path "$output"
answer_text title "$title"
answer_json styles '["Default", "Title", "Note"]'
answer_json play_res_x "$width"
answer_json play_res_y "$height"
answer_json replaced "$replaced"
print_answer
