#!/usr/bin/env bash
set -euo pipefail

# What the linter has found; _lib.sh must be sourced first. `number` is the line that is looked at, 0 for the whole file.

# So many are listed; the rest are counted.
finding_limit=200

# The linter reads these.
# shellcheck disable=SC2034
strict=false error_count=0 warning_count=0 findings='' findings_listed=0

# add_finding SEVERITY RULE MESSAGE MEND
add_finding() {
  local message
  ((findings_listed < finding_limit)) || return 0
  json_text "$3"
  message=$REPLY
  json_text "$4"
  findings+="${findings:+,}"$'\n'"    {\"line\": ${number:-0}, \"severity\": \"$1\", \"rule\": \"$2\", \"message\": $message, \"mend\": $REPLY}"
  findings_listed=$((findings_listed + 1))
}

# error RULE MESSAGE MEND
error() {
  error_count=$((error_count + 1))
  add_finding error "$@"
}

# warning RULE MESSAGE MEND: an error when strict.
warning() {
  if [[ $strict == true ]]; then
    error "$@"
  else
    warning_count=$((warning_count + 1))
    add_finding warning "$@"
  fi
}

# doubt RULE MESSAGE MEND: an error when strict, else nothing.
doubt() {
  [[ $strict == false ]] || error "$@"
}

# excerpt TEXT: prints the beginning.
excerpt() {
  if ((${#1} > 60)); then printf '%s...' "${1:0:60}"; else printf '%s' "$1"; fi
}
