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
facts=$(ask --print '%(title)s' --print 'Channel: %(channel,uploader|unknown)s' --print 'Length: %(duration_string|unknown)s' \
  --print 'Published: %(upload_date>%Y-%m-%d|unknown)s' --print 'Views: %(view_count|unknown)s' \
  --print 'Likes: %(like_count|unknown)s' --print 'Comments: %(comment_count|unknown)s' --print 'Page: %(webpage_url)s' \
  --print $'\nDescription:\n%(description|none).1500s') || fail
printf '%s\n' "$facts"
