#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"
# shellcheck source-path=SCRIPTDIR source=_cookies.sh
source "${BASH_SOURCE[0]%/*}/_cookies.sh"
# shellcheck source-path=SCRIPTDIR source=_ytdlp.sh
source "${BASH_SOURCE[0]%/*}/_ytdlp.sh"

# So many are printed, and so many characters of each.
listed_limit=10
text_limit=300

require_url
parse_integer maxComments "${TOOL_MAX_COMMENTS:-50}" 1 1000
count=$REPLY
open_ytdlp

# One line of the form `NUMBER author`, then `NUMBER text` for each of the first; each value is one line of JSON.
options=(--print '%(title)s' --print '%(comment_count|unknown)s' --print "%(comments.:$count.id)l")
for ((index = 0; index < listed_limit && index < count; index++)); do
  options+=(--print "%(comments.$index.like_count|0)s" --print "%(comments.$index.author|)j"
    --print "%(comments.$index.text|)j")
done
facts=$(ask --write-comments --extractor-args "youtube:comment_sort=top;max_comments=$count,all,all,all" \
  "${options[@]}") || fail

{
  read -r title
  read -r total
  read -r ids
  commas=${ids//[!,]/}
  fetched=$((${#commas} + 1))
  [[ $ids != NA && -n $ids ]] || fetched=0
  printf '%s\nComments in all: %s\nFetched: %d\n' "$title" "$total" "$fetched"
  number=0
  while read -r likes && read -r author && read -r text; do
    number=$((number + 1))
    ((number <= fetched)) || break
    # A quotation mark at each end, and the escapes of JSON between: one line whatever a stranger wrote.
    author=${author#\"}
    text=${text#\"}
    text=${text%\"}
    if ((${#text} > text_limit)); then text=${text:0:text_limit}...; fi
    printf '\n%d. %s (%s likes)\n   %s\n' "$number" "${author%\"}" "$likes" "$text"
  done
} <<<"$facts"
