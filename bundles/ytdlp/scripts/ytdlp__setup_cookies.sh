#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"
# shellcheck source-path=SCRIPTDIR source=_cookies.sh
source "${BASH_SOURCE[0]%/*}/_cookies.sh"

parse_boolean overwrite "${TOOL_OVERWRITE:-false}"
overwrite=$REPLY
[[ $OSTYPE == darwin* ]] ||
  die 'Cannot store cookies here: setup_cookies is for macOS, give the other tools a file by their parameter "cookies"'
if [[ $overwrite == false ]] && have_stored; then
  die 'Cannot store cookies: there are some already, set overwrite to replace them'
fi
cookies=$(pbpaste | good_cookies) ||
  die 'Cannot store cookies: the clipboard holds none in Netscape format, copy the text of a cookies.txt first'
store_cookies "$cookies" || die 'Cannot store cookies: they could not be written, or not be read again'

count=0
while IFS= read -r line; do
  [[ $line == '# '* ]] || count=$((count + 1))
done <<<"$cookies"
answer_text status ok
answer_json cookie_count "$count"
print_answer
