#!/usr/bin/env bash
set -euo pipefail

# The linter's rules for [Events]; _lib.sh, _events.sh, _findings.sh and _check_styles.sh must be sourced first.

# The tags of libass and VSFilter, each with what may follow it. A font and a style have any name.
known_tags='^(fn.*|r.*|(xbord|ybord|bord|xshad|yshad|shad|blur|be|fscx|fscy|fsc|fsp|fs|frx|fry|frz|fr|fax|fay|fade|fad|fe'
known_tags+='|alpha|an|a|pos|move|org|t|iclip|clip|kf|ko|kt|k|K|q|pbo|p|[1234]?c|[1234]a|b|i|u|s)'
known_tags+='([-+.(&[:space:][:digit:]hH].*)?)$'

events_format=() dialogue_count=0 last_start=-1

# check_events_format VALUE
check_events_format() {
  local name joined missing=''
  if ((${#events_format[@]} > 0)); then
    error format-duplicate 'There is a second Format line in [Events]' 'Keep one'
    return
  fi
  split_names "$1"
  events_format=("${names[@]}")
  printf -v joined '%s\n' "${events_format[@]}"
  for name in Start End Style Text; do
    has_line "$joined" "$name" || missing+="${missing:+, }$name"
  done
  [[ -z $missing ]] || error events-format "The Format of the events lacks $missing" 'Take the Format line that get_spec shows'
  [[ ${events_format[${#events_format[@]} - 1]} == Text ]] ||
    error events-text-last 'Text is not the last field of the Format' 'Put Text last: only there may it hold commas'
}

# check_event KIND VALUE: one Dialogue or Comment line.
# shellcheck disable=SC2154 # split_fields sets fields
check_event() {
  local index start='' end='' count=${#events_format[@]}
  [[ $1 != Dialogue ]] || dialogue_count=$((dialogue_count + 1))
  if ((count == 0)); then
    error events-format-missing "A $1 stands before the Format line" 'Put the Format line first'
    return
  fi
  split_fields "$2" "$count"
  if ((${#fields[@]} != count)); then
    error event-field-count "The line has ${#fields[@]} values, its Format $count fields" 'Give one value for each field'
    return
  fi
  for index in "${!events_format[@]}"; do
    check_event_field "$1" "${events_format[index]}" "${fields[index]}"
  done
  if [[ -n $start && -n $end ]]; then
    if ((end < start)); then
      error event-order 'The line ends before it starts' 'Make End later than Start'
    elif ((end == start)) && [[ $1 == Dialogue ]]; then
      warning event-length 'The line is shown for no time' 'Make End later than Start'
    fi
    if [[ $1 == Dialogue ]]; then
      ((start >= last_start)) || doubt event-sorted 'The line starts before the one above it' 'Sort the events by Start'
      last_start=$start
    fi
  fi
}

# check_event_field KIND NAME VALUE: sets start and end of check_event.
# shellcheck disable=SC2154 # _check_styles.sh sets style_names
check_event_field() {
  case $2 in
    Layer) [[ $3 =~ ^-?[[:digit:]]{1,6}$ || $3 == Marked=[01] ]] || error event-layer "Layer is \"$(excerpt "$3")\"" 'Write a whole number' ;;
    Start | End)
      if parse_ass_time "$3"; then
        if [[ $2 == Start ]]; then start=$REPLY; else end=$REPLY; fi
      else
        error event-time "$2 is \"$(excerpt "$3")\"" 'Write H:MM:SS.cc, such as 0:01:02.50'
      fi
      ;;
    Style)
      # Some programs write a star before the name.
      has_line "$used_styles" "${3#\*}" || used_styles+=${3#\*}$'\n'
      has_line "$style_names" "${3#\*}" ||
        error event-style "There is no style \"$(excerpt "$3")\"" 'Name a style of [V4+ Styles]'
      ;;
    MarginL | MarginR | MarginV) [[ $3 =~ ^-?[[:digit:]]{1,5}$ ]] || error event-margin "$2 is \"$(excerpt "$3")\"" 'Write a whole number' ;;
    Text) [[ $1 != Dialogue ]] || check_text "$3" ;;
  esac
}

# check_text TEXT
# shellcheck disable=SC2154 # _findings.sh sets strict
check_text() {
  local rest=$1 block
  has_visible_text "$rest" || doubt text-empty 'The line shows no text' 'Give it text, or make it a Comment'
  while [[ $rest == *['{}']* ]]; do
    block=${rest%%['{}']*}
    rest=${rest:${#block}}
    if [[ $rest == '}'* ]]; then
      warning override-brace 'A brace is closed that was not opened' 'Remove it, or open one before it'
      rest=${rest:1}
      continue
    fi
    rest=${rest:1}
    block=${rest%%['{}']*}
    if [[ ${rest:${#block}:1} != '}' ]]; then
      error override-brace 'A brace is opened and not closed' 'Close every { with }'
      rest=${rest:${#block}}
      continue
    fi
    [[ $strict == false ]] || check_tags "$block"
    rest=${rest:${#block}+1}
  done
}

# check_tags BLOCK: only when strict.
check_tags() {
  local rest=$1 tag
  while [[ $rest == *\\* ]]; do
    rest=${rest#*\\}
    tag=${rest%%\\*}
    [[ $tag =~ $known_tags ]] ||
      error override-unknown "There is no tag \"\\$(excerpt "$tag")\"" 'Use the tags that get_spec lists'
  done
}
