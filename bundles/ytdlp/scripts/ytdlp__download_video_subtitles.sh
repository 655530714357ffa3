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

open_folder
open_ytdlp
fetch --skip-download --write-subs --write-auto-subs --sub-langs "$language" --sub-format vtt/best --convert-subs vtt
deliver "$text_endings" ||
  die "\"$url\" has no subtitles in \"${TOOL_LANGUAGE:-en}\": list_subtitle_languages tells which there are"
