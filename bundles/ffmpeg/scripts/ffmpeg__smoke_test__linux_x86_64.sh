#!/usr/bin/env bash
set -euo pipefail

# Runs every script of this bundle with real media, without a server, and looks at the results with ffprobe.
# Prints one line per check; ends with 1 when a check failed. Needs mktemp and rm besides ffmpeg and ffprobe.

if [[ $(uname -s) != Linux || $(uname -m) != x86_64 ]]; then
  printf 'SKIP: made for Linux on x86_64\n'
  exit 0
fi

scripts=$(cd "${BASH_SOURCE[0]%/*}" && pwd)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
failed=0
answer=''

# check NAME COMMAND...: one line for one check.
check() {
  local name=$1
  shift
  if "$@"; then
    printf 'PASS %s\n' "$name"
  else
    printf 'FAIL %s\n' "$name"
    failed=1
  fi
}

# Called through `check` only.
# shellcheck disable=SC2317
{
  # tool ACTION NAME=VALUE...: runs one script with nothing but these variables; its answer is in `answer`.
  tool() {
    local action=$1
    shift
    answer=$(env -i PATH="$PATH" HOME="$work" LC_ALL=C.UTF-8 "$@" "$BASH" \
      "$scripts/ffmpeg__$action.sh" 2>"$work/stderr")
  }

  # refused WORDS ACTION NAME=VALUE...: the script fails and says WORDS in its last line.
  refused() {
    local words=$1 line last=''
    shift
    ! tool "$@" || return 1
    while IFS= read -r line; do last=$line; done <"$work/stderr"
    [[ $last == *"$words"* ]]
  }

  # says TEXT: the answer holds this piece of JSON.
  says() {
    [[ $answer == *"$1"* ]]
  }

  # probe FILE ENTRY: one value of the first video or audio stream or of the format (`v:width`, `f:duration`).
  probe() {
    local where=(-select_streams "${2%%:*}:0" -show_entries "stream=${2#*:}")
    [[ $2 != f:* ]] || where=(-show_entries "format=${2#*:}")
    ffprobe -v error "${where[@]}" -of csv=p=0 -i "file:$1"
  }

  # is FILE ENTRY VALUE
  is() {
    [[ $(probe "$1" "$2") == "$3"* ]]
  }

  # lasts FILE LOW HIGH: the duration in milliseconds lies between.
  lasts() {
    local text
    text=$(probe "$1" f:duration)
    text=${text%.*}${text#*.}
    text=$((10#${text%???}))
    (($2 <= text && text <= $3))
  }
}

make() {
  ffmpeg -nostdin -hide_banner -loglevel error -y "$@"
}

# Names that a careless script would take for an option, a URL, a pattern or a quotation.
clip="$work/-i ünï 'q\"%d [x].mp4"
silent="$work/http:silent?&;.mkv"
odd="$work/tall, no.mp4"
mkdir "$work/out %d" "$work/frames" "$work/parts"
make -f lavfi -i testsrc2=s=128x72:r=10:d=20 -f lavfi -i sine=d=20 -c:v libx264 -preset ultrafast -g 20 -pix_fmt yuv420p \
  -c:a aac "file:$clip"
make -f lavfi -i testsrc=s=72x128:r=5:d=7 -c:v libx264 -preset ultrafast -pix_fmt yuv420p "file:$silent"
make -i "file:$silent" -c copy "file:$odd"
make -f lavfi -i testsrc=s=16x16 -frames:v 1 -update 1 -f image2 "file:$work/mark.png"
make -f lavfi -i 'aevalsrc=if(between(t\,3\,9)\,0\,sin(2000*t)):d=12:s=44100' "file:$work/pause.wav"
make -f lavfi -i anullsrc=r=16000:cl=mono -t 3 "file:$work/hush.wav"
printf '#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile://%s\n#EXT-X-ENDLIST\n' "$work/pause.wav" >"$work/list.avi"
printf 'ffconcat version 1.0\nfile %s\n' "$work/pause.wav" >"$work/list.mp4"

check 'healthz answers' tool healthz
check 'healthz is ok' says '"status": "ok"'
check 'healthz fails without the programs' refused '' healthz PATH=/nonexistent
check 'healthz says error' says '"missing": ["ffmpeg", "ffprobe"]'

check 'probe_media reads a strange name' tool probe_media "TOOL_INPUT_PATH=$clip"
check 'probe_media escapes the name' says "-i ünï 'q\\\"%d [x].mp4\""
check 'probe_media sees the size' says '"width": 128'
check 'probe_media refuses a playlist' refused 'Cannot read' probe_media "TOOL_INPUT_PATH=$work/list.avi"
check 'probe_media refuses a list of files' refused 'Cannot read' probe_media "TOOL_INPUT_PATH=$work/list.mp4"
check 'probe_media refuses a URL' refused 'no such file' probe_media "TOOL_INPUT_PATH=http://127.0.0.1/x.mp4"

video=("TOOL_INPUT_PATH=$clip" "TOOL_OUTPUT_PATH=$work/out %d/-v ü.mp4")
result="$work/out %d/-v ü.mp4"
check 'process_video cuts, shrinks, slows down' tool process_video_for_llm "${video[@]}" TOOL_START_TIME=00:05 \
  TOOL_END_TIME=8.5 TOOL_SPEED_FACTOR=0.35 TOOL_MAX_RESOLUTION=65 TOOL_FPS=5 "TOOL_WATERMARK_PATH=$work/mark.png"
check 'process_video: length' lasts "$result" 9800 10200
check 'process_video: width' is "$result" v:width 64
check 'process_video: height' is "$result" v:height 36
check 'process_video: rate' is "$result" v:r_frame_rate 5/1
check 'process_video: sound' is "$result" a:codec_name aac
check 'process_video drops sound, never enlarges' tool process_video_for_llm "${video[@]}" TOOL_STRIP_AUDIO=true \
  TOOL_SPEED_FACTOR=4 TOOL_MAX_RESOLUTION=4000
check 'process_video: same width' is "$result" v:width 128
check 'process_video: no sound' says '"audio_codec": null'
check 'process_video: a quarter of the length' lasts "$result" 4900 5100
check 'process_video writes WebM' tool process_video_for_llm "TOOL_INPUT_PATH=$clip" "TOOL_OUTPUT_PATH=$work/a.webm" \
  TOOL_END_TIME=1
check 'process_video: VP9' is "$work/a.webm" v:codec_name vp9
check 'process_video refuses its input as output' refused 'it is the input' process_video_for_llm "TOOL_INPUT_PATH=$clip" \
  "TOOL_OUTPUT_PATH=$clip"
check 'process_video refuses filter text' refused 'Cannot use fps' process_video_for_llm "${video[@]}" \
  'TOOL_FPS=1,movie=/etc/passwd'
check 'process_video refuses a time after the end' refused 'seconds long' process_video_for_llm "${video[@]}" \
  TOOL_START_TIME=1:00:00
check 'process_video refuses a playlist as picture' refused 'ffmpeg failed' process_video_for_llm "${video[@]}" \
  "TOOL_WATERMARK_PATH=$work/list.avi"

for format in wav ogg; do
  check "process_audio writes $format" tool process_audio_for_stt "TOOL_INPUT_PATH=$clip" \
    "TOOL_OUTPUT_PATH=$work/sound.$format" TOOL_START_TIME=10 TOOL_END_TIME=00:00:14 TOOL_SAMPLE_RATE=22050
  check "process_audio: rate of $format" is "$work/sound.$format" a:sample_rate 22050
  check "process_audio: length of $format" lasts "$work/sound.$format" 3900 4150
done
check 'process_audio has defaults' tool process_audio_for_stt "TOOL_INPUT_PATH=$clip" "TOOL_OUTPUT_PATH=$work/sound.raw"
check 'process_audio: 16 kHz' is "$work/sound.raw" a:sample_rate 16000
check 'process_audio: mono' is "$work/sound.raw" a:channels 1
check 'process_audio shortens silence' tool process_audio_for_stt "TOOL_INPUT_PATH=$work/pause.wav" \
  "TOOL_OUTPUT_PATH=$work/short.wav" TOOL_REMOVE_SILENCE=true
check 'process_audio: six seconds less' lasts "$work/short.wav" 5500 7200
check 'process_audio refuses nothing but silence' refused 'only silence' process_audio_for_stt \
  "TOOL_INPUT_PATH=$work/hush.wav" "TOOL_OUTPUT_PATH=$work/short.wav" TOOL_REMOVE_SILENCE=true
check 'process_audio refuses a video without sound' refused 'no audio stream' process_audio_for_stt \
  "TOOL_INPUT_PATH=$silent" "TOOL_OUTPUT_PATH=$work/short.wav"

printf old >"$work/frames/old_000001.jpg"
check 'extract_frames takes one a second' tool extract_frames_for_vision "TOOL_INPUT_PATH=$clip" \
  "TOOL_OUTPUT_DIR=$work/frames" TOOL_START_TIME=5.5 TOOL_END_TIME=10.5
check 'extract_frames counts its own' says '"frame_count": 5'
check 'extract_frames tells the times' says '"time_sec": 9.500'
check 'extract_frames takes one in five seconds' tool extract_frames_for_vision "TOOL_INPUT_PATH=$clip" \
  "TOOL_OUTPUT_DIR=$work/out %d" TOOL_FPS=0.2 TOOL_MAX_RESOLUTION=100
check 'extract_frames counts four' says '"frame_count": 4'
check 'extract_frames takes key frames' tool extract_frames_for_vision "TOOL_INPUT_PATH=$clip" \
  "TOOL_OUTPUT_DIR=$work/frames" TOOL_KEYFRAMES_ONLY=true
check 'extract_frames counts ten' says '"frame_count": 10'
check 'extract_frames wants a folder' refused 'FFMPEG_OUTPUT_DIR' extract_frames_for_vision "TOOL_INPUT_PATH=$clip"

split=("TOOL_INPUT_PATH=$clip" "TOOL_OUTPUT_DIR=$work/parts" TOOL_OUTPUT_PREFIX=p)
check 'split_video copies, points in any order' tool split_video "${split[@]}" 'TOOL_SPLIT_POINTS=12, 00:06'
check 'split_video makes three' says '"part_count": 3'
check 'split_video: first part' lasts "$work/parts/p_001.mp4" 5900 6200
check 'split_video encodes anew' tool split_video "${split[@]}" TOOL_SPLIT_POINTS=6.5 TOOL_REENCODE=true
check 'split_video: exact cut' lasts "$work/parts/p_001.mp4" 6480 6540
check 'split_video: rest' lasts "$work/parts/p_002.mp4" 13460 13560
check 'split_video refuses a point twice' refused 'twice' split_video "${split[@]}" TOOL_SPLIT_POINTS=6,00:06
check 'split_video refuses a point outside' refused 'before the end' split_video "${split[@]}" TOOL_SPLIT_POINTS=6,21
check 'split_video refuses a prefix with a folder' refused 'output_prefix' split_video "${split[@]}" \
  TOOL_SPLIT_POINTS=6 TOOL_OUTPUT_PREFIX=../p

check 'summary joins unlike videos' tool create_video_summary "TOOL_INPUT_PATHS=$clip,$silent" \
  "TOOL_OUTPUT_PATH=$work/sum.mp4" TOOL_INTERVAL_SEC=5 TOOL_CLIP_DURATION_SEC=2
check 'summary counts the clips' says '"clip_count": 6'
check 'summary: length' lasts "$work/sum.mp4" 11900 12200
check 'summary: frames' is "$work/sum.mp4" v:nb_frames 120
check 'summary: size of the first' is "$work/sum.mp4" v:width 128
check 'summary: sound' is "$work/sum.mp4" a:codec_name aac
check 'summary without sound' tool create_video_summary "TOOL_INPUT_PATHS=$silent" "TOOL_OUTPUT_PATH=$work/sum.mkv" \
  TOOL_INTERVAL_SEC=1 TOOL_CLIP_DURATION_SEC=9
check 'summary: no sound' says '"audio_codec": null'
check 'summary: the whole video' lasts "$work/sum.mkv" 6900 7150
check 'summary refuses an interval of 0' refused 'interval_sec' create_video_summary "TOOL_INPUT_PATHS=$clip" \
  "TOOL_OUTPUT_PATH=$work/sum.mp4" TOOL_INTERVAL_SEC=0
check 'summary refuses a name with a comma' refused 'no such file' create_video_summary "TOOL_INPUT_PATHS=$odd" \
  "TOOL_OUTPUT_PATH=$work/sum.mp4"

exit "$failed"
