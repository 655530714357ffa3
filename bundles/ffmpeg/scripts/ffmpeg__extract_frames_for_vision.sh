#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"
# shellcheck source-path=SCRIPTDIR source=_media.sh
source "${BASH_SOURCE[0]%/*}/_media.sh"

# More pictures than this are of no use to a model, and fill a disk.
frame_limit=5000
# So many are listed one by one in the answer; the rest follow from the pattern.
listed_limit=300

input=${TOOL_INPUT_PATH:-}
folder=${TOOL_OUTPUT_DIR:-}

require_input input_path "$input"
require_output_dir "$folder"
parse_decimal fps "${TOOL_FPS:-1}" 10000 30000000
fps=$REPLY
parse_boolean keyframes_only "${TOOL_KEYFRAMES_ONLY:-false}"
keyframes_only=$REPLY
parse_integer max_resolution "${TOOL_MAX_RESOLUTION:-1280}" 16 7680
max_resolution=$REPLY

probe_media "$input"
[[ $media_has_video == true ]] || die "Cannot extract frames of \"$input\": it holds no video stream"
parse_range "${TOOL_START_TIME:-}" "${TOOL_END_TIME:-}"
fit_size "$max_resolution"
if [[ $keyframes_only == false ]]; then
  expected=$((range_length * fps / 1000000000))
  ((expected <= frame_limit)) ||
    die "Cannot extract about $expected frames: the limit is $frame_limit, lower fps or shorten the range"
fi

# A name of this call's own, so that older frames in the folder are neither counted nor overwritten.
file_stem "$input"
stem=$REPLY
while :; do
  printf -v run '%04x%04x' "$RANDOM" "$RANDOM"
  prefix=${stem}_$run
  set -- "$folder/$prefix"_*.jpg
  [[ -e $1 ]] || break
done
# ffmpeg reads a lone percent sign in this name as a pattern (ffmpeg-formats(1), image2).
pattern=${folder//%/%%}/${prefix//%/%%}_%06d.jpg

decoder=()
if [[ $keyframes_only == true ]]; then
  decoder=(-skip_frame nokey)
  filter=''
else
  # The first picture of every 1/fps seconds. The fps filter would shift the times by half a step.
  decimal_text "$fps"
  filter="select='isnan(prev_selected_t)+gt(floor(t*$REPLY+0.001),floor(prev_selected_t*$REPLY+0.001))',"
fi
# One branch is written; the other tells the true time of each picture, one line each. The timestamps of the first are
# replaced by a count so that no version of ffmpeg drops or doubles pictures.
filter="[0:V:0]${filter}scale=$fit_width:$fit_height,setsar=1,settb=1/1000,split[a][times];"
filter+='[a]settb=1/25,setpts=N,fps=25[frames]'

# watch_frames: passes the times on, in milliseconds of the range, and reports how far they are.
watch_frames() {
  local line fields numerator=1 denominator=1000 time second last=-1
  while IFS= read -r line; do
    if [[ $line =~ ^#tb\ 0:\ ([[:digit:]]+)/([[:digit:]]+)$ ]]; then
      numerator=${BASH_REMATCH[1]} denominator=${BASH_REMATCH[2]}
    fi
    IFS=', ' read -r -a fields <<<"$line"
    [[ $line != '#'* && ${fields[2]:-} =~ ^[[:digit:]]+$ ]] || continue
    time=$((fields[2] * numerator * 1000 / denominator))
    printf '%s\n' "$time"
    second=$((time / 1000))
    if ((range_length >= 1000 && second > last && time <= range_length)); then
      progress "$second" "$((range_length / 1000))" 'Seconds of the video searched for frames'
      last=$second
    fi
  done
}

times=$(ffmpeg "${ffmpeg_quiet[@]}" "${range_input[@]}" ${decoder[@]+"${decoder[@]}"} \
  -i "file:$input" -filter_complex "$filter" \
  -map '[frames]' -frames:v "$frame_limit" -c:v mjpeg -q:v 3 -f image2 "file:$pattern" \
  -map '[times]' -frames:v "$frame_limit" -c:v rawvideo -enc_time_base 1:1000 -f framecrc pipe:1 | watch_frames) ||
  die "Cannot extract frames of \"$input\": ffmpeg failed"

made=("$folder/$prefix"_*.jpg)
[[ -e ${made[0]} ]] || die "Cannot extract frames of \"$input\": the range holds no picture"

frames=''
index=0
while IFS= read -r time && ((index < listed_limit && index < ${#made[@]})); do
  json_text "${made[index]}"
  file=$REPLY
  seconds_text "$((range_start + time))"
  frames+="${frames:+,}"$'\n'"    {\"path\": $file, \"time_sec\": $REPLY}"
  index=$((index + 1))
done <<<"$times"

answer_text status ok
answer_text output_dir "$folder"
answer_number frame_count "${#made[@]}"
answer_number width "$fit_width"
answer_number height "$fit_height"
answer_text pattern "${prefix}_NNNNNN.jpg"
answer_number first_number 1
answer_number frames_listed "$index"
answer_json frames "[$frames"$'\n  ]'
print_answer
