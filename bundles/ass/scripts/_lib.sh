#!/usr/bin/env bash
set -euo pipefail

# Helpers of the subtitle scripts: errors, progress, JSON, checked values. Builtins only, and nothing newer than
# bash 3.2, which is what macOS has. A function that gives a value back sets REPLY: no subshell is needed.

# die MESSAGE: one line on stderr, exit 2. Exit 1 is the linter's answer that a file has errors.
die() {
  printf '%s\n' "$1" >&2
  exit 2
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

# require_subtitles PATH: the file is there and can be read.
require_subtitles() {
  [[ -n $1 ]] || die 'Missing ass_file_path: name a subtitle file'
  [[ -f $1 && -r $1 ]] || die "Cannot read ass_file_path \"$1\": no such file, or no right to read it"
}

# require_output PATH: the file's folder is there.
require_output() {
  local folder=.
  [[ -n $1 ]] || die 'Missing output_path: name the file to write'
  [[ $1 != */* ]] || folder=${1%/*}
  [[ -d ${folder:-/} ]] || die "Cannot write output_path \"$1\": its folder does not exist"
  [[ ! -d $1 ]] || die "Cannot write output_path \"$1\": it is a folder"
}

# parse_ass_time TEXT: REPLY is centiseconds; fails on anything but H:MM:SS.cc.
parse_ass_time() {
  local clock='^([[:digit:]]{1,4}):([012345][[:digit:]]):([012345][[:digit:]])\.([[:digit:]]{2})$'
  [[ $1 =~ $clock ]] || return 1
  REPLY=$((((10#${BASH_REMATCH[1]} * 60 + 10#${BASH_REMATCH[2]}) * 60 + 10#${BASH_REMATCH[3]}) * 100 +
    10#${BASH_REMATCH[4]}))
}

# trim TEXT: REPLY is TEXT without blanks at its ends.
trim() {
  REPLY=${1#"${1%%[![:space:]]*}"}
  REPLY=${REPLY%"${REPLY##*[![:space:]]}"}
}
