#!/usr/bin/env bash
set -euo pipefail

# Checks a subtitle file line by line. Exit code 1 is the answer "it has errors"; anything that goes wrong is 2.

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"
# shellcheck source-path=SCRIPTDIR source=_events.sh
source "${BASH_SOURCE[0]%/*}/_events.sh"
# shellcheck source-path=SCRIPTDIR source=_findings.sh
source "${BASH_SOURCE[0]%/*}/_findings.sh"
# shellcheck source-path=SCRIPTDIR source=_check_styles.sh
source "${BASH_SOURCE[0]%/*}/_check_styles.sh"
# shellcheck source-path=SCRIPTDIR source=_check_events.sh
source "${BASH_SOURCE[0]%/*}/_check_events.sh"

# A command that fails unforeseen must not look like the answer.
set -E
trap 'exit 2' ERR

# One character is one byte, so that bytes can be looked at.
export LC_ALL=C
# A film has one or two thousand lines; so many take up to a minute.
line_limit=20000

subtitles=${TOOL_ASS_FILE_PATH:-}
require_subtitles "$subtitles"
parse_boolean strict "${TOOL_STRICT:-false}"
# shellcheck disable=SC2034 # the rules read it
strict=$REPLY

# UTF-8 as RFC 3629, section 4, has it.
utf8=$'^([\x01-\x7F]|[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF][\x80-\xBF]'
utf8+=$'|\xED[\x80-\x9F][\x80-\xBF]|\xF0[\x90-\xBF][\x80-\xBF][\x80-\xBF]|[\xF1-\xF3][\x80-\xBF][\x80-\xBF][\x80-\xBF]'
utf8+=$'|\xF4[\x80-\x8F][\x80-\xBF][\x80-\xBF])*$'

section='' number=0 section_count=0 info_seen=false styles_seen=false events_seen=false
script_type='' play_res_x='' play_res_y='' crlf_lines=0 lf_lines=0 outside_told=false
section_names='|'

# check_bytes LINE
check_bytes() {
  [[ $1 != *[$'\x80'-$'\xFF']* ]] || [[ $1 =~ $utf8 ]] ||
    error encoding-utf8 'The line holds bytes that are no UTF-8' 'Save the file as UTF-8'
}

# enter_section NAME
enter_section() {
  section_count=$((section_count + 1))
  if [[ $section_names == *"|$1|"* ]]; then
    error section-duplicate "The section $1 begins a second time" 'Join the two'
  fi
  section_names+="$1|"
  section=$1
  if ((section_count == 1)) && [[ $1 != '[Script Info]' ]]; then
    error script-info-first "The file begins with $1" 'Put [Script Info] first'
  fi
  case $1 in
    '[Script Info]') info_seen=true ;;
    '[V4+ Styles]') styles_seen=true ;;
    '[Events]')
      events_seen=true
      [[ $styles_seen == true ]] ||
        error section-order 'The events come before the styles that they name' 'Put [V4+ Styles] before [Events]'
      ;;
    '[V4 Styles]' | '[v4 Styles]')
      error section-old "The section $1 is of the older format SSA" 'Write [V4+ Styles] with its fields'
      ;;
    '[Fonts]' | '[Graphics]' | '[Aegisub Project Garbage]' | '[Aegisub Extradata]') ;;
    *) doubt section-unknown "The section $1 is not part of the format" 'Remove it, or mend its name' ;;
  esac
}

# check_info KEY VALUE
check_info() {
  case $1 in
    ScriptType)
      script_type=$2
      [[ $2 == [vV]4.00+ ]] || error script-type "ScriptType is \"$2\"" 'Write ScriptType: v4.00+'
      ;;
    PlayResX | PlayResY)
      if [[ $1 == PlayResX ]]; then play_res_x=$2; else play_res_y=$2; fi
      [[ $2 =~ ^[1-9][[:digit:]]{0,4}$ ]] || error play-res "$1 is \"$2\"" 'Write a whole number above 0'
      ;;
    WrapStyle)
      [[ $2 == [0123] ]] || error wrap-style "WrapStyle is \"$2\"" 'Write 0, 1, 2 or 3'
      ;;
    ScaledBorderAndShadow)
      [[ $2 == [yY]es || $2 == [nN]o ]] || error scaled-border "ScaledBorderAndShadow is \"$2\"" 'Write yes or no'
      ;;
  esac
}

# check_line LINE: one line that is neither empty nor the head of a section.
check_line() {
  local key value
  case $section in
    '')
      [[ $outside_told == true ]] ||
        error line-outside 'The line stands before the first section' 'Begin the file with [Script Info]'
      outside_told=true
      return
      ;;
    '[Fonts]' | '[Graphics]' | '[Aegisub'*) return ;;
  esac
  case $1 in
    ';'* | '!:'*) return ;;
  esac
  if [[ $1 != *:* ]]; then
    error line-form "The line has no \"Name: value\" form: $(excerpt "$1")" \
      'Write a line break in a text as \N; remove what does not belong here'
    return
  fi
  key=${1%%:*}
  trim "${1#*:}"
  value=$REPLY
  case $section in
    '[Script Info]')
      case $key in
        Style | Dialogue | Comment) error line-misplaced "A $key line stands in $section" 'Move it into its own section' ;;
        *) check_info "$key" "$value" ;;
      esac
      ;;
    '[V4+ Styles]')
      case $key in
        Format) check_styles_format "$value" ;;
        Style) check_style "$value" ;;
        *) error line-misplaced "A line \"$(excerpt "$key")\" stands in $section" 'Only Format and Style belong here' ;;
      esac
      ;;
    '[Events]')
      case $key in
        Format) check_events_format "$value" ;;
        Dialogue | Comment) check_event "$key" "${1#*:}" ;;
        Picture | Sound | Movie | Command)
          doubt event-kind "Renderers ignore $key lines" 'Use Dialogue, or Comment for notes'
          ;;
        *) error line-misplaced "A line \"$(excerpt "$key")\" stands in $section" 'Only Format, Dialogue and Comment belong here' ;;
      esac
      ;;
  esac
}

if IFS= read -r -n 2 mark <"$subtitles" && [[ $mark == $'\xFF\xFE' || $mark == $'\xFE\xFF' ]]; then
  error encoding-utf16 'The file is UTF-16' 'Save it as UTF-8'
elif IFS= read -r -d '' _ <"$subtitles"; then
  error encoding-nul 'The file holds NUL bytes' 'Save it as plain UTF-8 text'
elif [[ ! -s $subtitles ]]; then
  error file-empty 'The file is empty' 'Begin with create_template'
else
  while IFS= read -r line || [[ -n $line ]]; do
    number=$((number + 1))
    ((number <= line_limit)) || die "Cannot check \"$subtitles\": it has more than $line_limit lines"
    if ((number == 1)); then line=${line#$'\xEF\xBB\xBF'}; fi
    case $line in
      *$'\r')
        crlf_lines=$((crlf_lines + 1))
        line=${line%$'\r'}
        ;;
      *) lf_lines=$((lf_lines + 1)) ;;
    esac
    check_bytes "$line"
    case $line in
      '['*']'*)
        trim "$line"
        enter_section "$REPLY"
        ;;
      *[![:space:]]*) check_line "$line" ;;
    esac
  done <"$subtitles"

  number=0
  [[ $info_seen == true ]] || error section-missing 'There is no [Script Info]' 'Add it as the first section'
  [[ $styles_seen == true ]] || error section-missing 'There is no [V4+ Styles]' 'Add it with a Format line and a style Default'
  [[ $events_seen == true ]] || error section-missing 'There is no [Events]' 'Add it with a Format line'
  [[ $info_seen == false || -n $script_type ]] || error script-type 'There is no ScriptType' 'Write ScriptType: v4.00+'
  [[ $styles_seen == false || -n $style_names ]] || error style-none 'There is no style' 'Add a style Default'
  [[ $events_seen == false ]] || ((dialogue_count > 0)) || warning event-none 'There is no Dialogue line' 'Add one'
  if [[ $strict == true ]]; then
    [[ -n $play_res_x && -n $play_res_y ]] ||
      error play-res-missing 'PlayResX and PlayResY are not both given' 'Give both: sizes and positions refer to them'
    ((crlf_lines == 0 || lf_lines <= 1)) ||
      error line-endings 'Some lines end in CR LF, some in LF' 'Use one kind'
    check_styles_used
  fi
fi

answer_text status "$([[ $error_count -eq 0 ]] && printf ok || printf error)"
answer_text ass_file_path "$subtitles"
answer_json strict "$strict"
answer_json error_count "$error_count"
answer_json warning_count "$warning_count"
answer_json style_count "$style_count"
answer_json dialogue_count "$dialogue_count"
answer_json findings_listed "$findings_listed"
answer_json findings "[$findings]"
print_answer
((error_count == 0)) || {
  trap - ERR
  exit 1
}
