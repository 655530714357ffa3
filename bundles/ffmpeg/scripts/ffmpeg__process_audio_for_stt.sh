#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"
# shellcheck source-path=SCRIPTDIR source=_media.sh
source "${BASH_SOURCE[0]%/*}/_media.sh"

input=${TOOL_INPUT_PATH:-}
output=${TOOL_OUTPUT_PATH:-}
format=${TOOL_AUDIO_FORMAT:-}

require_input input_path "$input"
require_output output_path "$output"
require_other_file "$input" "$output"
if [[ -z $format ]]; then
  case $output in
    *.[mM][pP]3) format=mp3 ;;
    *.[fF][lL][aA][cC]) format=flac ;;
    *.[oO][gG][gG]) format=ogg ;;
    *) format=wav ;;
  esac
fi
parse_integer sample_rate "${TOOL_SAMPLE_RATE:-16000}" 8000 48000
sample_rate=$REPLY
parse_integer channels "${TOOL_CHANNELS:-1}" 1 2
channels=$REPLY
parse_boolean remove_silence "${TOOL_REMOVE_SILENCE:-false}"
remove_silence=$REPLY

case $sample_rate in
  8000 | 11025 | 12000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000) ;;
  *) die "Cannot use sample_rate \"$sample_rate\": use 8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100 or 48000" ;;
esac
case $format in
  wav) encoder=(-c:a pcm_s16le) ;;
  mp3) encoder=(-c:a libmp3lame -q:a 4) ;;
  flac) encoder=(-c:a flac -sample_fmt s16) ;;
  ogg)
    # Opus knows five rates only (RFC 6716, section 2.1.3).
    case $sample_rate in
      8000 | 12000 | 16000 | 24000 | 48000) encoder=(-c:a libopus -b:a 48k) ;;
      *) encoder=(-c:a libvorbis -q:a 4) ;;
    esac
    ;;
  *) die "Cannot use audio_format \"$format\": use wav, mp3, flac or ogg" ;;
esac

probe_media "$input"
[[ $media_has_audio == true ]] || die "Cannot process \"$input\": it holds no audio stream"
parse_range "${TOOL_START_TIME:-}" "${TOOL_END_TIME:-}"

layout=mono
((channels == 1)) || layout=stereo
filter="aresample=$sample_rate,aformat=channel_layouts=$layout"
if [[ $remove_silence == true ]]; then
  # Pauses over a second shrink to 0.3 seconds, so that words do not run into each other.
  filter+=,silenceremove=start_periods=1:start_silence=0.1:start_threshold=-50dB
  filter+=:stop_periods=-1:stop_duration=1:stop_silence=0.3:stop_threshold=-50dB
fi

ffmpeg "${ffmpeg_quiet[@]}" -progress pipe:1 "${range_input[@]}" -i "file:$input" \
  -map 0:a:0 -filter:a "$filter" "${encoder[@]}" -ac "$channels" -ar "$sample_rate" -map_metadata -1 \
  -f "$format" "file:$output" | report_progress "$range_length" 'Converting the audio' ||
  die "Cannot process \"$input\": ffmpeg failed"
[[ -s $output ]] || die "Cannot process \"$input\": the result is empty"

answer_text status ok
answer_text output_path "$output"
answer_media "$output"
((media_duration > 0)) || die "Cannot process \"$input\": nothing is left, the range holds only silence"
seconds_text "$range_start"
answer_number source_start_sec "$REPLY"
answer_json silence_removed "$remove_silence"
print_answer
