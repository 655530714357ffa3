#!/usr/bin/env bash
set -euo pipefail

# Helpers around yt-dlp; _lib.sh and _cookies.sh must be sourced first.

# What a tool adds goes before `--`, the address after it: no address is read as an option.
ytdlp_options=()
url=''
work=''
cookie_file=''
cookie_folder=''

# clean_up: runs at the end whatever happened. Its last command succeeds, so that it never changes the exit code.
clean_up() {
  [[ -z $work ]] || rm -rf -- "$work" || true
  [[ -z $cookie_folder ]] || rm -rf -- "$cookie_folder" || true
  return 0
}
trap clean_up EXIT

# open_ytdlp: checks what all tools take, and sets ytdlp_options.
open_ytdlp() {
  local retries version
  # Plug-ins are code from folders that nobody looks at.
  export YTDLP_NO_PLUGINS=1
  parse_integer maxRetries "${TOOL_MAX_RETRIES:-3}" 0 10
  retries=$REPLY
  ytdlp_options=(--ignore-config --no-exec --no-cache-dir --no-mark-watched --no-batch-file --no-playlist
    --socket-timeout 30 --retries "$retries" --fragment-retries "$retries" --extractor-retries "$retries"
    --file-access-retries 1)
  version=$(yt-dlp --ignore-config --version 2>/dev/null) || version=''
  [[ $version =~ ^[[:digit:]]{4}\.[[:digit:]]{2} ]] || die 'Cannot start yt-dlp: ytdlp__healthz says what is missing'
  # Versions are dates. Only those since the end of 2025 know this option, without which they do not use node.
  if ((10#${version:0:4}${version:5:2} >= 202512)) && command -v node >/dev/null; then ytdlp_options+=(--js-runtimes node); fi
  find_cookies "${TOOL_COOKIES:-}"
  if [[ -n $cookie_file ]]; then ytdlp_options+=(--cookies "$cookie_file"); fi
}

# yt-dlp changes the file of cookies that it is given, and repeats odd lines of it on stderr: it gets neither the caller's
# file nor an odd line.

# find_cookies PATH: sets cookie_file to a private copy of the caller's cookies, else of the stored ones, else to nothing.
find_cookies() {
  local stored
  if [[ -n $1 ]]; then
    [[ -f $1 && -r $1 ]] || die "Cannot read cookies \"$1\": no such file, or no right to read it"
    private_cookies <"$1" || die "Cannot use cookies \"$1\": no line of it is a cookie in Netscape format"
  elif have_stored; then
    stored=$(stored_cookies) || exit 1
    private_cookies <<<"$stored" || die 'Cannot use the stored cookies: store them again with setup_cookies'
  fi
}

# private_cookies: writes the cookies on stdin to a file that only this user can read.
private_cookies() {
  local mask
  mask=$(umask)
  umask 077
  cookie_folder=$(mktemp -d "${TMPDIR:-/tmp}/cookies.XXXXXXXX")
  good_cookies >"$cookie_folder/cookies.txt" || return 1
  umask "$mask"
  cookie_file=$cookie_folder/cookies.txt
}

# require_url: sets url.
require_url() {
  url=${TOOL_URL:-}
  [[ $url =~ ^https?://[^[:space:][:cntrl:]]+$ ]] || die "Cannot use url \"$url\": write one http or https address"
  # Nothing but HTTPS leaves the sandbox.
  [[ $url != http://* ]] || url=https://${url#http://}
}

# ask OPTION...: what yt-dlp prints about url. A failure ends the script with yt-dlp's own words on stderr.
ask() {
  yt-dlp "${ytdlp_options[@]}" --quiet --simulate "$@" -- "$url"
}

# fail: yt-dlp has said on stderr why it failed.
fail() {
  die "yt-dlp failed for \"$url\": see its message above. A site other than YouTube must be granted with --grant ytdlp:net=HOST"
}

# told TEXT: REPLY is a value that `%(…)j` printed, null when the site does not tell it.
told() {
  REPLY=$1
  [[ $1 != NA && $1 != '"NA"' && -n $1 ]] || REPLY=null
}

# told_list TEXT: REPLY is a list of words that `%(…)l` printed, as a JSON array.
told_list() {
  local rest=$1 list=''
  if [[ $rest != NA ]]; then
    while [[ -n $rest ]]; do
      json_text "${rest%%, *}"
      list+="${list:+, }$REPLY"
      [[ $rest == *', '* ]] || break
      rest=${rest#*, }
    done
  fi
  REPLY="[$list]"
}
