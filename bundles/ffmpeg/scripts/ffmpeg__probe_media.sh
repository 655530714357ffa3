#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"
# shellcheck source-path=SCRIPTDIR source=_media.sh
source "${BASH_SOURCE[0]%/*}/_media.sh"

input=${TOOL_INPUT_PATH:-}
require_input input_path "$input"
streams=()
case ${TOOL_STREAM_TYPE:-all} in
  all) ;;
  video) streams=(-select_streams v) ;;
  audio) streams=(-select_streams a) ;;
  subtitle) streams=(-select_streams s) ;;
  *) die "Cannot use stream_type \"$TOOL_STREAM_TYPE\": use all, video, audio or subtitle" ;;
esac

# ffprobe writes and escapes this JSON itself. The tags are left out: foreign text that says nothing of the media.
entries='stream=index,codec_name,codec_long_name,profile,codec_type,width,height,sample_aspect_ratio,pix_fmt'
entries+=',avg_frame_rate,sample_rate,channels,channel_layout,duration,bit_rate,nb_frames:stream_tags=language'
entries+=':format=nb_streams,format_name,format_long_name,start_time,duration,size,bit_rate'
report=$(ffprobe -hide_banner -loglevel error "${media_input[@]}" ${streams[@]+"${streams[@]}"} \
  -show_entries "$entries" -of json -i "file:$input") ||
  die "Cannot read \"$input\": it is no media file, or of a kind that is refused (playlists, bare streams)"

answer_text status ok
answer_text input_path "$input"
answer_json media "$report"
print_answer
