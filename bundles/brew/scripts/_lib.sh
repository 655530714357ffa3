#!/usr/bin/env bash
set -euo pipefail

# Helpers without brew: errors, progress, JSON. Builtins only, and nothing newer than bash 3.2, which is what macOS has.
# A function that gives a value back sets REPLY: no subshell is needed.

# die MESSAGE: one line on stderr, exit 1.
die() {
  printf '%s\n' "$1" >&2
  exit 1
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

# json_list WORD...: REPLY is a JSON array of strings.
json_list() {
  local list='' word
  for word in "$@"; do
    json_text "$word"
    list+="${list:+, }$REPLY"
  done
  REPLY="[$list]"
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

# parse_boolean NAME VALUE: REPLY is true or false.
parse_boolean() {
  [[ $2 == true || $2 == false ]] || die "Cannot use $1 \"$2\": write true or false"
  REPLY=$2
}
