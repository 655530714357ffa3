#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"
# shellcheck source-path=SCRIPTDIR source=_media.sh
source "${BASH_SOURCE[0]%/*}/_media.sh"

input=${TOOL_INPUT_PATH:-}
output=${TOOL_OUTPUT_PATH:-}
watermark=${TOOL_WATERMARK_PATH:-}

require_input input_path "$input"
require_output output_path "$output"
require_other_file "$input" "$output"
video_container "$output"
container=$REPLY
[[ -n $container ]] || die "Cannot use output_path \"$output\": end it with .mp4, .m4v, .mov, .mkv or .webm"
parse_integer max_resolution "${TOOL_MAX_RESOLUTION:-1280}" 16 7680
max_resolution=$REPLY
parse_boolean strip_audio "${TOOL_STRIP_AUDIO:-false}"
strip_audio=$REPLY
parse_decimal speed_factor "${TOOL_SPEED_FACTOR:-1}" 250000 4000000
speed=$REPLY

probe_media "$input"
[[ $media_has_video == true ]] || die "Cannot process \"$input\": it holds no video stream"
parse_range "${TOOL_START_TIME:-}" "${TOOL_END_TIME:-}"
fit_size "$max_resolution"

# Every word of the filters is fixed text or a number that was made here.
video_filter="scale=$fit_width:$fit_height,setsar=1"
audio_filter=aresample
if ((speed != 1000000)); then
  decimal_text "$speed"
  video_filter+=",setpts=PTS/$REPLY"
  # One atempo reaches from 0.5 to 2 in every ffmpeg (ffmpeg-filters(1)).
  tempo=$speed
  while ((tempo > 2000000)); do
    audio_filter+=,atempo=2
    tempo=$((tempo / 2))
  done
  while ((tempo < 500000)); do
    audio_filter+=,atempo=0.5
    tempo=$((tempo * 2))
  done
  decimal_text "$tempo"
  audio_filter+=",atempo=$REPLY"
fi
if [[ -n ${TOOL_FPS:-} ]]; then
  parse_decimal fps "$TOOL_FPS" 10000 120000000
  decimal_text "$REPLY"
  video_filter+=",fps=$REPLY"
elif ((speed != 1000000)) && [[ -n $media_rate ]]; then
  # A faster video would otherwise have more frames a second, a slower one fewer.
  decimal_text "$((media_rate * 1000))"
  video_filter+=",fps=$REPLY"
fi

command=(ffmpeg "${ffmpeg_quiet[@]}" -progress pipe:1 "${range_input[@]}" -i "file:$input")
stdin=/dev/null
if [[ -n $watermark ]]; then
  require_input watermark_path "$watermark"
  # Standard input, as ffmpeg reads patterns such as %d in the names of pictures.
  stdin=$watermark
  command+=("${image_on_stdin[@]}")
  margin=$((fit_width / 50))
  graph="[0:V:0]${video_filter}[base];[1:v:0]scale=w='min(iw,$((fit_width / 5 + 1)))'"
  graph+=":h='min(ih,$((fit_height / 5 + 1)))':force_original_aspect_ratio=decrease[mark]"
  graph+=";[base][mark]overlay=W-w-$margin:H-h-${margin}[video]"
else
  graph="[0:V:0]${video_filter}[video]"
fi
command+=(-filter_complex "$graph" -map '[video]')
if [[ $strip_audio == false && $media_has_audio == true ]]; then
  command+=(-map 0:a:0 -filter:a "$audio_filter")
fi
case $container in
  webm) command+=("${vp9_options[@]}" "${opus_options[@]}") ;;
  matroska) command+=("${h264_options[@]}" "${aac_options[@]}") ;;
  *) command+=("${h264_options[@]}" "${aac_options[@]}" -movflags +faststart) ;;
esac
# Cameras write places and owners into the metadata.
command+=(-map_metadata -1 -sn -dn -f "$container" "file:$output")

"${command[@]}" <"$stdin" | report_progress "$((range_length * 1000000 / speed))" 'Encoding the video' ||
  die "Cannot process \"$input\": ffmpeg failed"
[[ -s $output ]] || die "Cannot process \"$input\": the result is empty"

answer_text status ok
answer_text output_path "$output"
answer_media "$output"
seconds_text "$range_start"
answer_number source_start_sec "$REPLY"
decimal_text "$speed"
answer_number speed_factor "$REPLY"
print_answer
