#!/usr/bin/env bash
set -euo pipefail

# Helpers without ffmpeg: errors, progress, JSON, checked values. Builtins only, and nothing newer than
# bash 3.2, which is what macOS has. A function that gives a value back sets REPLY: no subshell is needed.

# die MESSAGE: one line on stderr, exit 1.
die() {
  printf '%s\n' "$1" >&2
  exit 1
}

# progress DONE TOTAL MESSAGE: one line that the server takes for progress.
progress() {
  printf '::progress %s/%s %s\n' "$1" "$2" "$3" >&2
}

# json_text VALUE: REPLY is VALUE as a JSON string (RFC 8259, section 7). UTF-8 stays as it is.
json_text() {
  local text=$1 code char hex
  local quote='"' backslash="\\"
  text=${text//"$backslash"/"$backslash$backslash"}
  text=${text//"$quote"/"$backslash$quote"}
  if [[ $text == *[[:cntrl:]]* ]]; then
    for ((code = 1; code < 32; code++)); do
      printf -v hex '%02x' "$code"
      printf -v char '%b' "\\x$hex"
      text=${text//"$char"/"${backslash}u00$hex"}
    done
  fi
  REPLY="\"$text\""
}

# The answer is built field by field, so that every value passes through the escaper or a number check.
answer_fields=()

# answer_text NAME VALUE: a string, or null when VALUE is empty.
answer_text() {
  if [[ -z $2 ]]; then
    answer_json "$1" null
  else
    json_text "$2"
    answer_json "$1" "$REPLY"
  fi
}

# answer_number NAME VALUE: a number, or null when VALUE is none.
answer_number() {
  if [[ $2 =~ ^-?[[:digit:]]+(\.[[:digit:]]+)?$ ]]; then
    answer_json "$1" "$2"
  else
    answer_json "$1" null
  fi
}

# answer_json NAME JSON: a value that is JSON already.
answer_json() {
  answer_fields+=("\"$1\": $2")
}

# print_answer: the object, one field a line.
print_answer() {
  local index last=$((${#answer_fields[@]} - 1)) comma=,
  printf '{\n'
  for index in "${!answer_fields[@]}"; do
    if ((index == last)); then comma=''; fi
    printf '  %s%s\n' "${answer_fields[index]}" "$comma"
  done
  printf '}\n'
}

# seconds_text MILLISECONDS: REPLY is seconds with three decimals.
seconds_text() {
  printf -v REPLY '%d.%03d' "$(($1 / 1000))" "$(($1 % 1000))"
}

# decimal_text MILLIONTHS: REPLY is the number with six decimals.
decimal_text() {
  printf -v REPLY '%d.%06d' "$(($1 / 1000000))" "$(($1 % 1000000))"
}

# parse_time NAME VALUE: REPLY is milliseconds. Forms: SS[.ms], MM:SS[.ms], HH:MM:SS[.ms].
parse_time() {
  local seconds='^([[:digit:]]{1,7})(\.([[:digit:]]{1,6}))?$'
  local clock='^(([[:digit:]]{1,3}):)?([[:digit:]]{1,3}):([012345][[:digit:]])(\.([[:digit:]]{1,6}))?$'
  local hours=0 minutes=0 whole fraction
  if [[ $2 =~ $seconds ]]; then
    whole=${BASH_REMATCH[1]}
    fraction=${BASH_REMATCH[3]}000
  elif [[ $2 =~ $clock ]]; then
    hours=${BASH_REMATCH[2]:-0}
    minutes=${BASH_REMATCH[3]}
    whole=${BASH_REMATCH[4]}
    fraction=${BASH_REMATCH[6]}000
    if [[ -n ${BASH_REMATCH[2]} ]] && ((10#$minutes > 59)); then
      die "Cannot use $1 \"$2\": after hours, minutes end at 59"
    fi
  else
    die "Cannot use $1 \"$2\": write seconds (12.5), MM:SS or HH:MM:SS"
  fi
  REPLY=$((((10#$hours * 60 + 10#$minutes) * 60 + 10#$whole) * 1000 + 10#${fraction:0:3}))
}

# parse_decimal NAME VALUE MINIMUM MAXIMUM: REPLY is VALUE in millionths; the limits are in millionths as well.
parse_decimal() {
  local number='^([[:digit:]]{1,6})(\.([[:digit:]]+))?$' fraction low high
  [[ $2 =~ $number ]] || die "Cannot use $1 \"$2\": write a plain number such as 1.5"
  fraction=${BASH_REMATCH[3]}000000
  REPLY=$((10#${BASH_REMATCH[1]} * 1000000 + 10#${fraction:0:6}))
  if ((REPLY < $3 || REPLY > $4)); then
    decimal_text "$3" && low=$REPLY
    decimal_text "$4" && high=$REPLY
    die "Cannot use $1 \"$2\": it must lie between $low and $high"
  fi
}

# parse_integer NAME VALUE MINIMUM MAXIMUM: REPLY is the whole number.
parse_integer() {
  [[ $2 =~ ^[[:digit:]]{1,9}$ ]] || die "Cannot use $1 \"$2\": write a whole number"
  REPLY=$((10#$2))
  if ((REPLY < $3 || REPLY > $4)); then
    die "Cannot use $1 \"$2\": it must lie between $3 and $4"
  fi
}

# parse_boolean NAME VALUE: REPLY is true or false.
parse_boolean() {
  [[ $2 == true || $2 == false ]] || die "Cannot use $1 \"$2\": write true or false"
  REPLY=$2
}

# require_input NAME PATH: the file is there and can be read.
require_input() {
  [[ -n $2 ]] || die "Missing $1: name a media file"
  [[ -f $2 && -r $2 ]] || die "Cannot read $1 \"$2\": no such file, or no right to read it"
}

# require_output NAME PATH: the file's folder is there.
require_output() {
  local folder=.
  [[ -n $2 ]] || die "Missing $1: name the file to write"
  [[ $2 != */* ]] || folder=${2%/*}
  [[ -d ${folder:-/} ]] || die "Cannot write $1 \"$2\": its folder does not exist"
  [[ ! -d $2 ]] || die "Cannot write $1 \"$2\": it is a folder"
}

# require_other_file INPUT OUTPUT: ffmpeg would empty its own input.
require_other_file() {
  [[ ! $1 -ef $2 ]] || die "Cannot write \"$2\": it is the input, choose another output file"
}

# require_output_dir PATH: the folder is there.
require_output_dir() {
  [[ -n $1 ]] || die 'Missing output_dir: give it, or set FFMPEG_OUTPUT_DIR or SHELL_AS_MCP_OUTPUT_DIR'
  [[ -d $1 ]] || die "Cannot use output_dir \"$1\": no such folder, create it first"
}

# file_stem PATH: REPLY is the name without folder and ending, at most 50 characters (a name holds 255 bytes).
file_stem() {
  REPLY=${1##*/}
  [[ $REPLY != ?*.* ]] || REPLY=${REPLY%.*}
  REPLY=${REPLY:0:50}
}
