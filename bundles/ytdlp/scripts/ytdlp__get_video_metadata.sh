#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"
# shellcheck source-path=SCRIPTDIR source=_cookies.sh
source "${BASH_SOURCE[0]%/*}/_cookies.sh"
# shellcheck source-path=SCRIPTDIR source=_ytdlp.sh
source "${BASH_SOURCE[0]%/*}/_ytdlp.sh"

selection=id,title,fulltitle,description,webpage_url,extractor,channel,channel_id,channel_url,channel_follower_count
selection+=,uploader,uploader_id,duration,duration_string,upload_date,timestamp,release_date,view_count,like_count
selection+=,comment_count,average_rating,age_limit,live_status,availability,categories,tags,chapters,language
selection+=,thumbnail,width,height,fps,resolution

require_url
fields=${TOOL_FIELDS:-$selection}
fields=${fields// /}
[[ $fields =~ ^[a-z][a-z0-9_]*(,[a-z][a-z0-9_]*)*$ ]] ||
  die "Cannot use fields \"$fields\": write names such as id,title,view_count"
open_ytdlp
if [[ $fields == all ]]; then
  facts=$(ask --dump-json) || fail
else
  # yt-dlp picks the fields and writes the JSON itself (its manual, OUTPUT TEMPLATE).
  facts=$(ask --print "%(.{$fields})j") || fail
fi
[[ $facts == '{'* ]] || die "yt-dlp told nothing of \"$url\""
printf '%s\n' "$facts"
