#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"
# shellcheck source-path=SCRIPTDIR source=_cookies.sh
source "${BASH_SOURCE[0]%/*}/_cookies.sh"
# shellcheck source-path=SCRIPTDIR source=_ytdlp.sh
source "${BASH_SOURCE[0]%/*}/_ytdlp.sh"

# percent_encode TEXT: REPLY is TEXT for the query of an address (RFC 3986, section 2.1).
percent_encode() {
  local LC_ALL=C text=$1 out='' char code index
  for ((index = 0; index < ${#text}; index++)); do
    char=${text:index:1}
    case $char in
      [a-zA-Z0-9._~-]) out+=$char ;;
      *)
        printf -v code '%d' "'$char"
        # Bytes above 127 may come out negative.
        printf -v code '%%%02X' "$((code & 255))"
        out+=$code
        ;;
    esac
  done
  REPLY=$out
}

query=${TOOL_QUERY:-}
format=${TOOL_RESPONSE_FORMAT:-json}
[[ $query == *[![:space:]]* && $query != *[[:cntrl:]]* ]] || die 'Cannot use query: write one line with words to search for'
parse_integer maxResults "${TOOL_MAX_RESULTS:-10}" 1 50
count=$REPLY
parse_integer offset "${TOOL_OFFSET:-0}" 0 500
offset=$REPLY
[[ $format == json || $format == markdown ]] || die "Cannot use response_format \"$format\": use json or markdown"

last=$((offset + count))
percent_encode "$query"
# What the page of results calls sp: videos only, and since when.
case ${TOOL_UPLOAD_DATE_FILTER:-} in
  '') url="ytsearch$last:$query" ;;
  hour) url="https://www.youtube.com/results?search_query=$REPLY&sp=EgQIARAB" ;;
  today) url="https://www.youtube.com/results?search_query=$REPLY&sp=EgQIAhAB" ;;
  week) url="https://www.youtube.com/results?search_query=$REPLY&sp=EgQIAxAB" ;;
  month) url="https://www.youtube.com/results?search_query=$REPLY&sp=EgQIBBAB" ;;
  year) url="https://www.youtube.com/results?search_query=$REPLY&sp=EgQIBRAB" ;;
  *) die "Cannot use uploadDateFilter \"$TOOL_UPLOAD_DATE_FILTER\": use hour, today, week, month or year" ;;
esac

open_ytdlp
options=(--flat-playlist --yes-playlist --playlist-items "$((offset + 1)):$last")
if [[ $format == markdown ]]; then
  found=$(ask "${options[@]}" --print \
    '- [%(title)s](%(url,webpage_url)s) - %(channel,uploader|unknown channel)s, %(duration_string|unknown length)s, %(view_count|unknown)s views') || fail
  printf '# %s\n\n%s\n' "$query" "${found:-Nothing found.}"
  exit 0
fi
found=$(ask "${options[@]}" --print \
  '%(.{id,title,url,channel,channel_id,uploader,duration,view_count,upload_date,timestamp,live_status,description})j') || fail
videos=''
number=0
while IFS= read -r line; do
  [[ $line == '{'* ]] || continue
  videos+="${videos:+,}"$'\n'"    $line"
  number=$((number + 1))
done <<<"$found"
answer_text status ok
answer_text query "$query"
answer_json offset "$offset"
answer_json count "$number"
answer_json videos "[$videos"$'\n  ]'
print_answer
