#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"
# shellcheck source-path=SCRIPTDIR source=_cookies.sh
source "${BASH_SOURCE[0]%/*}/_cookies.sh"
# shellcheck source-path=SCRIPTDIR source=_ytdlp.sh
source "${BASH_SOURCE[0]%/*}/_ytdlp.sh"

require_url
open_ytdlp
facts=$(ask --print '%(id)j' --print '%(title)j' --print '%(subtitles)l' --print '%(automatic_captions)l') || fail
{
  read -r id
  read -r title
  read -r subtitles
  read -r captions
} <<<"$facts"

answer_text status ok
told "$id"
answer_json id "$REPLY"
told "$title"
answer_json title "$REPLY"
told_list "$subtitles"
answer_json subtitles "$REPLY"
told_list "$captions"
answer_json automatic_captions "$REPLY"
print_answer
