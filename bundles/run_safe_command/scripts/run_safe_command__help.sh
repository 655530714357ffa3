#!/usr/bin/env bash
set -euo pipefail
# Prints the text of one topic.

folder=${BASH_SOURCE[0]%/*}
topic=${TOOL_TOPIC:-overview}
case $topic in
  overview | execute | pipeline | approval | audit) ;;
  *)
    printf 'Cannot find the topic "%s": there are overview, execute, pipeline, approval and audit\n' "$topic" >&2
    exit 2
    ;;
esac
while IFS= read -r line; do printf '%s\n' "$line"; done <"$folder/../text/$topic.txt"
