#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"
# shellcheck source-path=SCRIPTDIR source=_cookies.sh
source "${BASH_SOURCE[0]%/*}/_cookies.sh"
# shellcheck source-path=SCRIPTDIR source=_ytdlp.sh
source "${BASH_SOURCE[0]%/*}/_ytdlp.sh"

require_url
parse_integer maxComments "${TOOL_MAX_COMMENTS:-100}" 1 1000
count=$REPLY
order=${TOOL_SORT_ORDER:-top}
[[ $order == top || $order == new ]] || die "Cannot use sortOrder \"$order\": use top or new"
open_ytdlp
facts=$(ask --write-comments --extractor-args "youtube:comment_sort=$order;max_comments=$count,all,all,all" \
  --print '%(id)j' --print '%(title)j' --print '%(comment_count)j' --print "%(comments.:$count.id)l" \
  --print "%(comments.:$count.{id,parent,author,author_is_uploader,text,like_count,timestamp,is_pinned})j") || fail
{
  read -r id
  read -r title
  read -r total
  read -r ids
  read -r comments
} <<<"$facts"

# Without comments there is no list.
[[ $comments == '['* ]] || comments='[]'
commas=${ids//[!,]/}
fetched=$((${#commas} + 1))
[[ $comments != '[]' ]] || fetched=0

answer_text status ok
told "$id"
answer_json id "$REPLY"
told "$title"
answer_json title "$REPLY"
told "$total"
answer_json comment_count "$REPLY"
answer_json fetched "$fetched"
answer_json comments "$comments"
print_answer
