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
open_folder
open_ytdlp
fetch --format 'bestaudio/best' --extract-audio --audio-format best
deliver "$media_endings" || die "yt-dlp left no file for \"$url\""
