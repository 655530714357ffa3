#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"
# shellcheck source-path=SCRIPTDIR source=_media.sh
source "${BASH_SOURCE[0]%/*}/_media.sh"

point_limit=200
input=${TOOL_INPUT_PATH:-}
folder=${TOOL_OUTPUT_DIR:-}
prefix=${TOOL_OUTPUT_PREFIX:-}

require_input input_path "$input"
require_output_dir "$folder"
parse_boolean reencode "${TOOL_REENCODE:-false}"
reencode=$REPLY
if [[ -z $prefix ]]; then
  file_stem "$input"
  prefix=$REPLY
elif [[ ! $prefix =~ ^[[:alnum:]][[:alnum:]._-]{0,63}$ ]]; then
  die "Cannot use output_prefix \"$prefix\": use letters, digits, dot, dash and underscore, at most 64"
fi

probe_media "$input"
[[ $media_has_video == true ]] || die "Cannot split \"$input\": it holds no video stream"
measure_duration "$input"

# The points in order, in milliseconds, between 0 and the end.
[[ -n ${TOOL_SPLIT_POINTS:-} ]] || die 'Missing split_points: write times such as 30,1:15'
IFS=, read -r -a written <<<"$TOOL_SPLIT_POINTS"
((${#written[@]} <= point_limit)) || die "Cannot split at ${#written[@]} points: the limit is $point_limit"
cuts=(0)
for text in "${written[@]}"; do
  text=${text//[[:space:]]/}
  parse_time split_points "$text"
  point=$REPLY
  seconds_text "$media_duration"
  ((point > 0 && point < media_duration)) ||
    die "Cannot split at \"$text\": it must lie after 0 and before the end at $REPLY seconds"
  place=${#cuts[@]}
  while ((cuts[place - 1] > point)); do
    cuts[place]=${cuts[place - 1]}
    place=$((place - 1))
  done
  ((cuts[place - 1] != point)) || die "Cannot split at \"$text\" twice: name every point once"
  cuts[place]=$point
done

# Copied streams stay in a container of the same family; Matroska takes what the others do not.
ending=mkv
case $media_container in
  mov,*)
    case $input in
      *.[mM][oO][vV]) ending=mov ;;
      *.[mM]4[vV]) ending=m4v ;;
      *) ending=mp4 ;;
    esac
    ;;
  matroska*)
    video_container "$input"
    if [[ $REPLY == webm ]]; then ending=webm; fi
    ;;
  mpegts) ending=ts ;;
esac
codecs=(-c copy)
if [[ $reencode == true ]]; then
  ending=mp4
  fit_size 7680
  codecs=(-filter:v "scale=$fit_width:$fit_height,setsar=1" "${h264_options[@]}" "${aac_options[@]}")
fi
case $ending in
  mkv) muxer=matroska ;;
  m4v) muxer=mp4 ;;
  ts) muxer=mpegts ;;
  *) muxer=$ending ;;
esac

parts=''
count=${#cuts[@]}
width=${#count}
((width >= 3)) || width=3
for index in "${!cuts[@]}"; do
  number=$((index + 1))
  printf -v name '%s_%0*d.%s' "$prefix" "$width" "$number" "$ending"
  output=$folder/$name
  require_other_file "$input" "$output"
  seconds_text "${cuts[index]}"
  start=$REPLY
  range=()
  ((index == 0)) || range=(-ss "$start")
  if ((number < count)); then
    seconds_text "$((cuts[number] - cuts[index]))"
    range+=(-t "$REPLY")
  fi
  ffmpeg "${ffmpeg_quiet[@]}" "${media_input[@]}" "${range[@]}" -i "file:$input" \
    -map 0:V:0 -map 0:a? "${codecs[@]}" -sn -dn -f "$muxer" "file:$output" ||
    die "Cannot write part $number of \"$input\": ffmpeg failed"
  json_text "$output"
  path=$REPLY
  probe_media "$output"
  ((media_duration > 0)) || die "Cannot write part $number of \"$input\": the part is empty"
  seconds_text "$media_duration"
  parts+="${parts:+,}"$'\n'"    {\"path\": $path, \"source_start_sec\": $start, \"duration_sec\": $REPLY"
  parts+=", \"size_bytes\": $media_size}"
  progress "$number" "$count" 'Parts written'
done

answer_text status ok
answer_text output_dir "$folder"
answer_number part_count "$count"
answer_json reencoded "$reencode"
answer_text video_codec "$media_video_codec"
answer_text audio_codec "$media_audio_codec"
answer_json parts "[$parts"$'\n  ]'
print_answer
