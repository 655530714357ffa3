#!/usr/bin/env bash
set -euo pipefail

# Helpers around ffmpeg and ffprobe; _lib.sh must be sourced first.

# The scripts that source this file read these.
# shellcheck disable=SC2034
{
  # Containers that hold media themselves. Playlists and lists (hls, dash, concat, image2, imf, sdp …) are left out:
  # they name other files (ffmpeg-formats(1), format_whitelist). Bare video streams are left out: without
  # timestamps nothing can be cut.
  media_containers=aac,ac3,aiff,amr,ape,asf,au,avi,caf,dts,dv,eac3,flac,flv,gif,ivf,matroska,mov,mp3,mpeg,mpegts,mxf
  media_containers+=,nut,ogg,rm,tta,w64,wav,webm,wv,yuv4mpegpipe
  image_containers=png_pipe,jpeg_pipe,webp_pipe,bmp_pipe,gif

  # `file:` before a name makes every name a file name; the whitelists hold for whatever the file tries to open.
  media_input=(-protocol_whitelist file -format_whitelist "$media_containers")
  image_on_stdin=(-protocol_whitelist pipe -format_whitelist "$image_containers" -i pipe:0)
  ffmpeg_quiet=(-nostdin -hide_banner -loglevel error -y)

  # x264 refuses odd sizes in yuv420p; the tables below are for ffmpeg's own names (ffmpeg-codecs(1)).
  h264_options=(-c:v libx264 -preset veryfast -crf 25 -pix_fmt yuv420p)
  vp9_options=(-c:v libvpx-vp9 -crf 34 -b:v 0 -deadline realtime -cpu-used 5 -row-mt 1 -pix_fmt yuv420p)
  aac_options=(-c:a aac -b:a 128k -ac 2 -ar 48000)
  opus_options=(-c:a libopus -b:a 96k -ac 2 -ar 48000)
}

# video_container PATH: REPLY is ffmpeg's name of the container that the ending of PATH asks for, or empty.
video_container() {
  case $1 in
    *.[mM][pP]4 | *.[mM]4[vV]) REPLY=mp4 ;;
    *.[mM][oO][vV]) REPLY=mov ;;
    *.[mM][kK][vV]) REPLY=matroska ;;
    *.[wW][eE][bB][mM]) REPLY=webm ;;
    *) REPLY='' ;;
  esac
}

# probe_media PATH: fills the media_* variables. Durations in milliseconds, 0 when unknown; texts empty when absent.
# media_width and media_height are those of the picture as shown: turned, and with square pixels.
# shellcheck disable=SC2034
probe_media() {
  local report line key value
  local kind codec width height aspect rate duration sample_rate channels picture rotation
  local entries='format=format_name,duration,size:stream=codec_type,codec_name,width,height,sample_aspect_ratio'
  entries+=',avg_frame_rate,duration,sample_rate,channels:stream_disposition=attached_pic:stream_tags=rotate'
  entries+=':stream_side_data=rotation'
  report=$(ffprobe -hide_banner -loglevel error "${media_input[@]}" -show_entries "$entries" -of default \
    -i "file:$1") || die "Cannot read \"$1\": it is no media file, or of a kind that is refused (playlists, bare streams)"
  media_container='' media_size='' media_duration=0 media_has_video=false media_has_audio=false
  media_video_codec='' media_width='' media_height='' media_rate='' media_video_duration=0
  media_audio_codec='' media_sample_rate='' media_channels=''
  while IFS= read -r line; do
    key=${line%%=*}
    value=${line#*=}
    [[ $value != N/A && $value != unknown ]] || value=''
    case $key in
      '[STREAM]')
        kind='' codec='' width='' height='' aspect='' rate='' duration='' sample_rate='' channels='' picture=0
        rotation=0
        ;;
      codec_type) kind=$value ;;
      codec_name) codec=$value ;;
      width) width=$value ;;
      height) height=$value ;;
      sample_aspect_ratio) aspect=$value ;;
      avg_frame_rate) rate=$value ;;
      sample_rate) sample_rate=$value ;;
      channels) channels=$value ;;
      duration) duration=$value ;;
      DISPOSITION:attached_pic) picture=$value ;;
      TAG:rotate | rotation) rotation=${value%%.*} ;;
      '[/STREAM]')
        if [[ $kind == video && $picture != 1 && $media_has_video == false ]]; then
          media_has_video=true media_video_codec=$codec
          shown_size "$width" "$height" "$aspect" "$rotation"
          frame_rate "$rate"
          probed_duration "$duration"
          media_video_duration=$REPLY
        elif [[ $kind == audio && $media_has_audio == false ]]; then
          media_has_audio=true media_audio_codec=$codec media_sample_rate=$sample_rate media_channels=$channels
        fi
        ;;
      '[FORMAT]') duration='' ;;
      format_name) media_container=$value ;;
      size) media_size=$value ;;
      '[/FORMAT]')
        probed_duration "$duration"
        media_duration=$REPLY
        ;;
    esac
  done <<<"$report"
}

# probed_duration TEXT: REPLY is milliseconds, 0 when TEXT is no time.
probed_duration() {
  REPLY=0
  [[ ! $1 =~ ^[[:digit:]]{1,7}(\.[[:digit:]]{1,6})?$ ]] || parse_time duration "$1"
}

# shown_size WIDTH HEIGHT ASPECT ROTATION: sets media_width and media_height.
shown_size() {
  media_width=$1 media_height=$2
  [[ $1 =~ ^[[:digit:]]+$ && $2 =~ ^[[:digit:]]+$ ]] || die 'Cannot read the size of the picture'
  if [[ $3 =~ ^([[:digit:]]+):([[:digit:]]+)$ ]] && ((BASH_REMATCH[1] > 0 && BASH_REMATCH[2] > 0)); then
    media_width=$(($1 * BASH_REMATCH[1] / BASH_REMATCH[2]))
  fi
  if [[ $4 =~ ^-?(90|270)$ ]]; then
    set -- "$media_width" "$media_height"
    media_width=$2 media_height=$1
  fi
}

# frame_rate RATIO: sets media_rate to frames per second in thousandths, or empty.
frame_rate() {
  media_rate=''
  if [[ $1 =~ ^([[:digit:]]+)/([[:digit:]]+)$ ]] && ((BASH_REMATCH[1] > 0 && BASH_REMATCH[2] > 0)); then
    media_rate=$((BASH_REMATCH[1] * 1000 / BASH_REMATCH[2]))
  fi
}

# fit_size LIMIT: sets fit_width and fit_height: the shown size, the longer side at most LIMIT, even, never larger.
fit_size() {
  local longer=$media_width
  ((media_height <= longer)) || longer=$media_height
  fit_width=$media_width fit_height=$media_height
  if ((longer > $1)); then
    fit_width=$((media_width * $1 / longer))
    fit_height=$((media_height * $1 / longer))
  fi
  fit_width=$((fit_width < 2 ? 2 : fit_width / 2 * 2))
  fit_height=$((fit_height < 2 ? 2 : fit_height / 2 * 2))
}

# measure_duration PATH: sets media_duration of a file whose header states none, by reading it through once.
measure_duration() {
  local report line
  ((media_duration == 0)) || return 0
  report=$(ffmpeg "${ffmpeg_quiet[@]}" "${media_input[@]}" -i "file:$1" -map 0:V? -map 0:a? -c copy \
    -progress pipe:1 -f null -) || die "Cannot read \"$1\" to its end"
  while IFS= read -r line; do
    [[ ! $line =~ ^out_time_us=([[:digit:]]+)$ ]] || media_duration=$((BASH_REMATCH[1] / 1000))
  done <<<"$report"
  ((media_duration > 0)) || die "Cannot find out how long \"$1\" is"
}

# parse_range START END: sets range_start, range_length (0: to the end, of unknown length) in milliseconds, and
# range_input: the options for the input. START and END may be empty; probe_media must have run.
parse_range() {
  local end=$media_duration
  range_start=0
  if [[ -n $1 ]]; then
    parse_time start_time "$1"
    range_start=$REPLY
  fi
  if ((media_duration > 0 && range_start >= media_duration)); then
    seconds_text "$media_duration"
    die "Cannot use start_time \"$1\": the input is $REPLY seconds long"
  fi
  if [[ -n $2 ]]; then
    parse_time end_time "$2"
    ((REPLY > range_start)) || die "Cannot use end_time \"$2\": it must lie after start_time"
    ((end > 0 && end < REPLY)) || end=$REPLY
  fi
  range_length=$((end > 0 ? end - range_start : 0))
  range_input=("${media_input[@]}")
  if ((range_start > 0)); then
    seconds_text "$range_start"
    range_input+=(-ss "$REPLY")
  fi
  if [[ -n $2 ]]; then
    seconds_text "$range_length"
    range_input+=(-t "$REPLY")
  fi
}

# report_progress MILLISECONDS MESSAGE: turns what `-progress pipe:1` prints into progress lines, one per percent.
report_progress() {
  local line percent last=-1
  while IFS= read -r line; do
    if (($1 > 0)) && [[ $line =~ ^out_time_us=([[:digit:]]+)$ ]]; then
      percent=$((BASH_REMATCH[1] / 10 / $1))
      ((percent <= 100)) || percent=100
      if ((percent > last)); then
        progress "$percent" 100 "$2"
        last=$percent
      fi
    fi
  done
}

# answer_media PATH: adds what ffprobe says of a finished file to the answer.
answer_media() {
  probe_media "$1"
  seconds_text "$media_duration"
  answer_number duration_sec "$REPLY"
  answer_number size_bytes "$media_size"
  answer_text container "$media_container"
  if [[ $media_has_video == true ]]; then
    answer_text video_codec "$media_video_codec"
    answer_number width "$media_width"
    answer_number height "$media_height"
    seconds_text "${media_rate:-0}"
    answer_number fps "$REPLY"
  fi
  answer_text audio_codec "$media_audio_codec"
  if [[ $media_has_audio == true ]]; then
    answer_number sample_rate "$media_sample_rate"
    answer_number channels "$media_channels"
  fi
}
