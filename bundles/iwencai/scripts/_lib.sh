#!/usr/bin/env bash
set -euo pipefail

# Helpers of the iwencai scripts: errors, JSON, checked values, the program itself. Builtins only, and nothing newer than
# bash 3.2, which is what macOS has. A function that gives a value back sets REPLY: no subshell is needed.

# die MESSAGE: one line on stderr, exit 2, as the program does for what it cannot take.
die() {
  printf '%s\n' "$1" >&2
  exit 2
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

# parse_integer NAME VALUE MINIMUM MAXIMUM: REPLY is the whole number.
parse_integer() {
  [[ $2 =~ ^[[:digit:]]{1,9}$ ]] || die "Cannot use $1 \"$2\": write a whole number"
  REPLY=$((10#$2))
  if ((REPLY < $3 || REPLY > $4)); then
    die "Cannot use $1 \"$2\": it must lie between $3 and $4"
  fi
}

# require_query VALUE: one line with something on it.
require_query() {
  [[ $1 == *[![:space:]]* && $1 != *[[:cntrl:]]* ]] || die 'Cannot use query: write one line with words'
}

# require_format VALUE
require_format() {
  [[ $1 == json || $1 == jsonl ]] || die "Cannot use format \"$1\": use json or jsonl"
}

# require_key: the key is in the environment, where the program looks for it: on a command line everybody sees it.
require_key() {
  [[ -n ${IWENCAI_API_KEY:-} ]] ||
    die 'Missing the key of iWencai: start the server with IWENCAI_API_KEY in its environment (https://www.iwencai.com/skillhub gives one)'
}

# find_cli: looks for the program and sets interpreter. It is a Python program that goes around every proxy, and here the
# proxy is the only way out: its own interpreter starts it without that habit.
find_cli() {
  local place line=''
  interpreter=''
  place=$(command -v iwencai) ||
    die 'Cannot find iwencai: install it with pip install "git+https://github.com/meomeo-dev/iwencai_skills", on the PATH of the server'
  IFS= read -r line <"$place" || line=''
  # Nobody is there to paste a key into a page of its own.
  export IWENCAI_DISABLE_API_KEY_WEB_BOOTSTRAP=1
  if [[ $line =~ ^'#!'[[:space:]]*(/[^[:space:]]*python[^[:space:]/]*)$ ]]; then
    interpreter=${BASH_REMATCH[1]}
  fi
}

# run_cli ARGUMENT...: runs the program and passes on what it prints, without the key, and its exit code.
run_cli() {
  local code=0 output messages hidden=${IWENCAI_API_KEY:-}
  find_cli
  messages=${TMPDIR:-/tmp}/messages.$$
  if [[ -n $interpreter ]]; then
    output=$("$interpreter" -B "${BASH_SOURCE[0]%/*}/_without_bypass.py" "$@" 2>"$messages") || code=$?
  else
    output=$(iwencai "$@" 2>"$messages") || code=$?
  fi
  if [[ -n $hidden ]]; then output=${output//"$hidden"/[key]}; fi
  printf '%s\n' "$output"
  output=$(<"$messages")
  if [[ -n $hidden ]]; then output=${output//"$hidden"/[key]}; fi
  : >"$messages"
  [[ -z $output ]] || printf '%s\n' "$output" >&2
  return "$code"
}
