#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"
# shellcheck source-path=SCRIPTDIR source=_media.sh
source "${BASH_SOURCE[0]%/*}/_media.sh"

input_limit=50
clip_limit=500
# A clip shorter than this at the end of an input is not worth a cut.
shortest_clip=500

output=${TOOL_OUTPUT_PATH:-}
require_output output_path "$output"
video_container "$output"
container=$REPLY
case $container in
  mp4 | mov) final_options=(-movflags +faststart) ;;
  matroska) final_options=() ;;
  *) die "Cannot use output_path \"$output\": end it with .mp4, .m4v, .mov or .mkv" ;;
esac
parse_integer interval_sec "${TOOL_INTERVAL_SEC:-60}" 1 86400
interval=$((REPLY * 1000))
parse_integer clip_duration_sec "${TOOL_CLIP_DURATION_SEC:-3}" 1 3600
length=$((REPLY * 1000))
((length <= interval)) || length=$interval
parse_boolean merge_audio "${TOOL_MERGE_AUDIO:-true}"
merge_audio=$REPLY

# Plan first: the clips are known, and every input was looked at, before anything is written.
[[ -n ${TOOL_INPUT_PATHS:-} ]] || die 'Missing input_paths: name one or more media files, separated by commas'
IFS=, read -r -d '' -a inputs <<<"$TOOL_INPUT_PATHS," || true
unset 'inputs[${#inputs[@]}-1]'
((${#inputs[@]} <= input_limit)) || die "Cannot use ${#inputs[@]} inputs: the limit is $input_limit"
clip_input=()
clip_start=()
clip_length=()
clip_audio=()
any_audio=false
rate=''
for index in "${!inputs[@]}"; do
  input=${inputs[index]}
  if [[ ! -f $input ]]; then
    # Blanks around a comma.
    input=${input#"${input%%[![:space:]]*}"}
    input=${input%"${input##*[![:space:]]}"}
  fi
  require_input input_paths "$input"
  require_other_file "$input" "$output"
  probe_media "$input"
  [[ $media_has_video == true ]] || die "Cannot summarise \"$input\": it holds no video stream"
  measure_duration "$input"
  if [[ -z $rate ]]; then
    # All clips get the size and rate of the first input, within reason for a model.
    fit_size 1280
    rate=${media_rate:-25000}
    ((rate <= 30000)) || rate=30000
    ((rate >= 1000)) || rate=1000
  fi
  ((media_video_duration == 0 || media_video_duration > media_duration)) || media_duration=$media_video_duration
  audio=false
  [[ $merge_audio != true ]] || audio=$media_has_audio
  [[ $audio != true ]] || any_audio=true
  for ((start = 0; start < media_duration; start += interval)); do
    rest=$((media_duration - start))
    ((start == 0 || rest >= shortest_clip)) || break
    clip_input+=("$input")
    clip_start+=("$start")
    clip_length+=("$((rest < length ? rest : length))")
    clip_audio+=("$audio")
  done
  ((${#clip_input[@]} <= clip_limit)) ||
    die "Cannot cut more than $clip_limit clips: raise interval_sec or name fewer inputs"
done
decimal_text "$((rate * 1000))"
rate=$REPLY

# write_clips: the clips one after another as one MPEG transport stream on standard output. That container may be
# joined end to end, so no clip needs a temporary file.
write_clips() {
  # Not from 0: an encoder's first timestamps lie before the clip, and ffmpeg would shift the first clip alone.
  local index offset=1000 duration filter begin position frames maps codecs count=${#clip_input[@]}
  for index in "${!clip_input[@]}"; do
    # Whole frames, or the clips drift apart.
    frames=$(((clip_length[index] * 10#${rate/./} + 999999999) / 1000000000))
    ((frames > 0)) || frames=1
    duration=$((frames * 1000000000 / 10#${rate/./}))
    seconds_text "${clip_start[index]}" && begin=$REPLY
    decimal_text "$((offset * 1000))" && position=$REPLY
    seconds_text "$duration"
    # The first scale squares the pixels: the second looks at their number only.
    filter="[0:V:0]scale=iw*sar:ih,scale=$fit_width:$fit_height:force_original_aspect_ratio=decrease"
    filter+=",pad=$fit_width:$fit_height:(ow-iw)/2:(oh-ih)/2,setsar=1,fps=$rate"
    filter+=",tpad=stop_mode=clone:stop_duration=$REPLY,trim=end_frame=${frames}[video]"
    maps=(-map '[video]')
    codecs=("${h264_options[@]}")
    if [[ $any_audio == true ]]; then
      if [[ ${clip_audio[index]} == true ]]; then
        filter+=';[0:a:0]aresample=48000:async=1:first_pts=0,aformat=channel_layouts=stereo,apad'
      else
        filter+=';anullsrc=r=48000:cl=stereo'
      fi
      filter+=",atrim=duration=${REPLY}[audio]"
      maps+=(-map '[audio]')
      # MP2 starts with less silence of its own than AAC; the last pass encodes once for all clips.
      codecs+=(-c:a mp2 -b:a 320k)
    fi
    ffmpeg "${ffmpeg_quiet[@]}" "${media_input[@]}" -ss "$begin" -i "file:${clip_input[index]}" \
      -filter_complex "$filter" "${maps[@]}" "${codecs[@]}" -output_ts_offset "$position" \
      -muxdelay 0 -muxpreload 0 -f mpegts pipe:1
    offset=$((offset + duration))
    progress "$((index + 1))" "$count" 'Clips cut'
  done
}

join=(-protocol_whitelist pipe -f mpegts -i pipe:0 -map 0:v:0 -c:v copy)
if [[ $any_audio == true ]]; then
  join+=(-map 0:a:0 "${aac_options[@]}" -filter:a aresample=async=1000)
fi
write_clips | ffmpeg "${ffmpeg_quiet[@]}" "${join[@]}" -map_metadata -1 ${final_options[@]+"${final_options[@]}"} \
  -f "$container" "file:$output" || die 'Cannot make the summary: ffmpeg failed'
[[ -s $output ]] || die 'Cannot make the summary: the result is empty'

answer_text status ok
answer_text output_path "$output"
answer_number input_count "${#inputs[@]}"
answer_number clip_count "${#clip_input[@]}"
answer_number interval_sec "$((interval / 1000))"
answer_number clip_duration_sec "$((length / 1000))"
answer_media "$output"
print_answer
