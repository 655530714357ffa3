#!/usr/bin/env bash
set -euo pipefail

# Cookies: checked line by line, and kept in the key chain of macOS; _lib.sh must be sourced first.

# The service name of the stored parts; see security(1).
key_service=shell-as-mcp.ytdlp

# good_cookies: passes on the good lines of a file in Netscape format, without telling what stood in the others. Fails
# when there is none.
good_cookies() {
  local line count=0 tab=$'\t'
  local form='^(#HttpOnly_)?[^@]+@(TRUE|FALSE)@[^@]*@(TRUE|FALSE)@[[:digit:]]*@[^@]*@[^@]*$'
  form=${form//@/$tab}
  printf '# Netscape HTTP Cookie File\n'
  while IFS= read -r line || [[ -n $line ]]; do
    line=${line%$'\r'}
    [[ $line =~ $form ]] || continue
    [[ $line != '#'* || $line == '#HttpOnly_'* ]] || continue
    printf '%s\n' "$line"
    count=$((count + 1))
  done
  ((count > 0))
}

# stored_cookies: prints the cookies in the key chain; fails when there are none.
stored_cookies() {
  local part=0 encoded='' piece
  while piece=$(security find-generic-password -a cookies -s "$key_service.$part" -w 2>/dev/null); do
    encoded+=$piece
    part=$((part + 1))
  done
  ((part > 0)) && base64 --decode <<<"$encoded"
}

# store_cookies TEXT: puts TEXT into the key chain, in parts, as a command of security(1) has at most 4096 bytes. The
# commands go in on stdin: nobody sees them in the list of processes.
store_cookies() {
  local encoded part=0
  encoded=$(base64 <<<"$1")
  encoded=${encoded//[[:space:]]/}
  forget_stored
  while [[ -n $encoded ]]; do
    printf 'add-generic-password -U -a cookies -s %s.%d -w %s\n' "$key_service" "$part" "${encoded:0:2000}"
    encoded=${encoded:2000}
    part=$((part + 1))
  done | security -i >/dev/null 2>&1 || return 1
  [[ $(stored_cookies) == "$1" ]]
}

# forget_stored: removes all parts.
forget_stored() {
  local part=0
  while security delete-generic-password -a cookies -s "$key_service.$part" >/dev/null 2>&1; do
    part=$((part + 1))
  done
}
