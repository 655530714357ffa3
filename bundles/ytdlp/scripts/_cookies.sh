#!/usr/bin/env bash
set -euo pipefail

# Cookies: checked line by line, and kept encrypted: in a file, under a passphrase of the operator's, or else in the key
# chain of macOS. _lib.sh must be sourced first.

# The service name of the stored parts; see security(1).
key_service=shell-as-mcp.ytdlp

# No other program gets it.
passphrase=${TOOL_COOKIES_PASSPHRASE:-}
export -n TOOL_COOKIES_PASSPHRASE

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

# has_vault: whether the operator named folder and passphrase; REPLY is the file then.
has_vault() {
  REPLY=${TOOL_COOKIES_DIR:-}/ytdlp_cookies.enc
  [[ -n ${TOOL_COOKIES_DIR:-} && -n ${TOOL_COOKIES_PASSPHRASE:-} ]]
}

# vault VERB: seals what is on stdin, or prints what is sealed. The passphrase is for node alone.
vault() {
  command -v node >/dev/null || die 'Cannot use stored cookies: they need node, which is not installed'
  TOOL_COOKIES_PASSPHRASE=$passphrase node "${BASH_SOURCE[0]%/*}/_vault.js" "$1" "$2"
}

# have_stored: whether there are stored cookies.
have_stored() {
  if has_vault; then
    [[ -e $REPLY ]]
  else
    [[ $OSTYPE == darwin* ]] && security find-generic-password -a cookies -s "$key_service.0" >/dev/null 2>&1
  fi
}

# stored_cookies: prints them.
stored_cookies() {
  local part=0 encoded='' piece code=0
  if has_vault; then
    vault open "$REPLY" || code=$?
    ((code != 3)) ||
      die 'Cannot open the stored cookies: YTDLP_COOKIES_PASSPHRASE is not the one they were stored with, or the file was changed'
    return "$code"
  fi
  while piece=$(security find-generic-password -a cookies -s "$key_service.$part" -w 2>/dev/null); do
    encoded+=$piece
    part=$((part + 1))
  done
  ((part > 0)) && base64 --decode <<<"$encoded"
}

# store_cookies TEXT: into the file; else into the key chain, in parts, as a command of security(1) has at most 4096
# bytes. The commands go in on stdin: nobody sees them in the list of processes.
store_cookies() {
  local encoded part=0
  if has_vault; then
    ((${#TOOL_COOKIES_PASSPHRASE} >= 12)) ||
      die 'Cannot store cookies: YTDLP_COOKIES_PASSPHRASE is shorter than 12 characters'
    vault seal "$REPLY" <<<"$1" || return 1
    [[ $(stored_cookies) == "$1" ]]
    return
  fi
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
