#!/usr/bin/env bash
set -euo pipefail

# Reads the lines of a subtitle file that should become visible; _lib.sh must be sourced first.

# More lines than this are not looked at one by one.
event_limit=2000

# split_fields TEXT COUNT: fields becomes the first COUNT - 1 parts between commas, and the rest.
split_fields() {
  local rest=$1 index
  fields=()
  for ((index = 1; index < $2; index++)); do
    [[ $rest == *,* ]] || break
    trim "${rest%%,*}"
    fields+=("$REPLY")
    rest=${rest#*,}
  done
  fields+=("$rest")
}

# has_visible_text TEXT: something is left when override blocks, line breaks and blanks are taken away.
has_visible_text() {
  local text=$1
  while [[ $text == *'{'*'}'* ]]; do
    text=${text%%'{'*}${text#*'}'}
  done
  text=${text//'\N'/}
  text=${text//'\n'/}
  text=${text//'\h'/}
  [[ $text == *[![:space:]]* ]]
}

# read_events PATH LIMIT: event_lines, event_starts and event_ends (centiseconds) of the Dialogue lines with text that
# begin before LIMIT.
# shellcheck disable=SC2034
read_events() {
  local line section='' number=0 count=10 start_at=1 end_at=2 names index start
  event_lines=() event_starts=() event_ends=()
  while IFS= read -r line || [[ -n $line ]]; do
    number=$((number + 1))
    line=${line%$'\r'}
    case $line in
      '['*']'*) section=$line ;;
      Format:*)
        [[ $section == '[Events]'* ]] || continue
        split_fields "${line#Format:}" 100
        names=("${fields[@]}")
        count=${#names[@]}
        for index in "${!names[@]}"; do
          trim "${names[index]}"
          case $REPLY in
            [sS]tart) start_at=$index ;;
            [eE]nd) end_at=$index ;;
          esac
        done
        ;;
      Dialogue:*)
        [[ $section == '[Events]'* ]] || continue
        split_fields "${line#Dialogue:}" "$count"
        ((${#fields[@]} == count)) || continue
        parse_ass_time "${fields[start_at]}" || continue
        start=$REPLY
        parse_ass_time "${fields[end_at]}" || continue
        if ((start < $2 && REPLY > start && ${#event_lines[@]} < event_limit)) &&
          has_visible_text "${fields[count - 1]}"; then
          event_lines+=("$number")
          event_starts+=("$start")
          event_ends+=("$REPLY")
        fi
        ;;
    esac
  done <"$1"
}
