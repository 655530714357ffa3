#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"
# shellcheck source-path=SCRIPTDIR source=_cookies.sh
source "${BASH_SOURCE[0]%/*}/_cookies.sh"
# shellcheck source-path=SCRIPTDIR source=_ytdlp.sh
source "${BASH_SOURCE[0]%/*}/_ytdlp.sh"
# shellcheck source-path=SCRIPTDIR source=_download.sh
source "${BASH_SOURCE[0]%/*}/_download.sh"

require_url
parse_language "${TOOL_LANGUAGE:-en}"
language=$REPLY
output=${TOOL_OUTPUT_DIR:-}

if [[ -n $output ]]; then
  open_folder
else
  open_work "${TMPDIR:-/tmp}"
fi
open_ytdlp
fetch --skip-download --write-subs --write-auto-subs --sub-langs "$language" --sub-format vtt/best --convert-subs vtt

# plain_text TEXT: REPLY is TEXT without tags, with the five entities of WebVTT resolved, without blanks at its ends.
plain_text() {
  local text=$1
  while [[ $text == *'<'*'>'* ]]; do
    text=${text%%'<'*}${text#*'>'}
  done
  text=${text//'&lt;'/<}
  text=${text//'&gt;'/>}
  text=${text//'&nbsp;'/ }
  text=${text//'&#39;'/"'"}
  text=${text//'&quot;'/'"'}
  text=${text//'&amp;'/'&'}
  text=${text#"${text%%[![:space:]]*}"}
  REPLY=${text%"${text##*[![:space:]]}"}
}

# print_cues FILE: the text of each cue; a line that repeats the one before it, as rolling captions do, is left out.
print_cues() {
  local line previous='' in_cue=false
  while IFS= read -r line || [[ -n $line ]]; do
    line=${line%$'\r'}
    if [[ -z $line ]]; then
      in_cue=false
    elif [[ $line == *'-->'* ]]; then
      in_cue=true
    elif [[ $in_cue == true ]]; then
      plain_text "$line"
      if [[ -n $REPLY && $REPLY != "$previous" ]]; then
        printf '%s\n' "$REPLY"
        previous=$REPLY
      fi
    fi
  done <"$1"
}

# A title may begin with a dot.
shopt -s dotglob
made=("$work"/*.vtt)
[[ -f ${made[0]} ]] ||
  die "\"$url\" has no subtitles in \"${TOOL_LANGUAGE:-en}\": list_subtitle_languages tells which there are"
text=$(print_cues "${made[0]}")
[[ -n $text ]] || die "The subtitles of \"$url\" in \"${TOOL_LANGUAGE:-en}\" hold no text"
if [[ -n $output ]]; then
  name=${made[0]##*/}
  while [[ $name == [.-]* ]]; do name=${name:1}; done
  printf '%s\n' "$text" >"$work/.text"
  [[ ! -d $output/${name%.vtt}.txt ]] || die "Cannot write \"$output/${name%.vtt}.txt\": it is a folder"
  mv -f -- "$work/.text" "$output/${name%.vtt}.txt"
fi
printf '%s\n' "$text"
