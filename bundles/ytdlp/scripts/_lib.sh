#!/usr/bin/env bash
set -euo pipefail

# Helpers without yt-dlp: errors, progress, JSON, checked values. Builtins only, and nothing newer than bash 3.2, which
# is what macOS has. A function that gives a value back sets REPLY: no subshell is needed.

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

# The answer is built field by field, so that every value passes through the escaper or is JSON already.
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

# seconds_text MILLISECONDS: REPLY is seconds with three decimals.
seconds_text() {
  printf -v REPLY '%d.%03d' "$(($1 / 1000))" "$(($1 % 1000))"
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

# parse_language VALUE: REPLY is the language code, fit for a list of languages, which yt-dlp reads as patterns.
parse_language() {
  [[ $1 =~ ^[[:alpha:]]{2,8}([-_.][[:alnum:]]{1,16})*$ && $1 != all ]] ||
    die "Cannot use language \"$1\": write one code such as en or pt-BR"
  REPLY=${1//./\\.}
}
