#!/usr/bin/env bash
set -euo pipefail

# Runs every script of this bundle with real files, without a server. Prints one line per check; ends with 1 when a
# check failed. Needs mktemp and rm besides ffmpeg and ffprobe.

if [[ $(uname -s) != Linux || $(uname -m) != x86_64 ]]; then
  printf 'SKIP: made for Linux on x86_64\n'
  exit 0
fi

scripts=$(cd "${BASH_SOURCE[0]%/*}" && pwd)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
failed=0
answer=''
code=0

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
    code=0
    answer=$(env -i PATH="$PATH" HOME="$work" TMPDIR="$work" LC_ALL=C.UTF-8 "$@" "$BASH" \
      "$scripts/ass__$action.sh" 2>"$work/stderr") || code=$?
    return "$code"
  }

  # refused WORDS ACTION NAME=VALUE...: the script ends with 2 and says WORDS.
  refused() {
    local words=$1
    shift
    ! tool "$@" || return 1
    [[ $code == 2 && $(<"$work/stderr") == *"$words"* ]]
  }

  # finds RULE TEXT: the linter finds this rule in a file that holds TEXT, and ends with 1.
  finds() {
    printf '%b' "$2" >"$work/bad.ass"
    ! tool lint "TOOL_ASS_FILE_PATH=$work/bad.ass" || return 1
    [[ $code == 1 && $answer == *"\"rule\": \"$1\""* ]]
  }

  # says TEXT: the answer holds this piece of JSON.
  says() {
    [[ $answer == *"$1"* ]]
  }

  # size FILE: prints width, height and seconds of a video.
  size() {
    ffprobe -v error -select_streams v:0 -show_entries stream=width,height:format=duration -of csv=p=0 -i "file:$1"
  }
}

mkdir "$work/odd [x]:;,'= %d"
odd="$work/odd [x]:;,'= %d/in\\put"

check 'healthz' tool healthz
check 'healthz says ok' says '"status": "ok"'
check 'get_spec prints all' tool get_spec
check 'get_spec has the styles' says 'ScaledBorderAndShadow'
check 'get_spec prints one part' tool get_spec TOOL_SECTION=colors
check 'get_spec has the colours' says '&HAABBGGRR'
check 'get_spec refuses an unknown part' refused 'section' get_spec TOOL_SECTION=../colors

check 'create_template writes' tool create_template "TOOL_OUTPUT_PATH=$odd.ass" 'TOOL_TITLE=A "title" \N' TOOL_PLAY_RES_Y=720
check 'create_template tells the title' says '"title": "A \"title\" \\N"'
check 'create_template keeps what is there' refused 'it exists' create_template "TOOL_OUTPUT_PATH=$odd.ass"
check 'create_template replaces when told' tool create_template "TOOL_OUTPUT_PATH=$odd.ass" TOOL_OVERWRITE=true
check 'create_template refuses two lines' refused 'one line' create_template "TOOL_OUTPUT_PATH=$work/b.ass" $'TOOL_TITLE=a\nb'
check 'create_template wants .ass' refused '.ass' create_template "TOOL_OUTPUT_PATH=$work/b.txt"

check 'lint likes the template' tool lint "TOOL_ASS_FILE_PATH=$odd.ass" TOOL_STRICT=true
check 'lint finds nothing in it' says '"findings": []'
check 'lint finds UTF-16' finds encoding-utf16 '\xff\xfe[\x00'
check 'lint finds an empty file' finds file-empty ''
check 'lint finds bad bytes' finds encoding-utf8 '[Script Info]\nTitle: \xff\n'
check 'lint finds a missing section' finds section-missing '[Script Info]\nScriptType: v4.00+\n'
check 'lint reads no file that is not there' refused 'no such file' lint "TOOL_ASS_FILE_PATH=$work/none.ass"

check 'smoke_test renders' tool render_test "TOOL_ASS_FILE_PATH=$odd.ass" "TOOL_OUTPUT_PATH=$odd.mp4" TOOL_DURATION_SEC=3 \
  TOOL_RESOLUTION=320x180 TOOL_BACKGROUND_COLOR='#204060'
check 'smoke_test sees both lines' says '"lines_seen": 2'
check 'smoke_test: size and length' [ "$(size "$odd.mp4")" = $'320,180\n3.000000' ]
printf '%s\n' '[Script Info]' '[V4+ Styles]' '[Events]' 'Format: Start, End, Style, Text' \
  'Dialogue: 0:00:09.00,0:00:10.00,Default,late' >"$work/late.ass"
check 'smoke_test wants something to see' refused 'raise duration_sec' render_test "TOOL_ASS_FILE_PATH=$work/late.ass" \
  "TOOL_OUTPUT_PATH=$work/late.mp4" TOOL_DURATION_SEC=2
check 'smoke_test refuses an odd size' refused 'even' render_test "TOOL_ASS_FILE_PATH=$odd.ass" \
  "TOOL_OUTPUT_PATH=$work/b.mp4" TOOL_RESOLUTION=321x180
check 'smoke_test refuses a filter as a colour' refused 'background_color' render_test "TOOL_ASS_FILE_PATH=$odd.ass" \
  "TOOL_OUTPUT_PATH=$work/b.mp4" 'TOOL_BACKGROUND_COLOR=red[x];movie=a'

exit "$failed"
