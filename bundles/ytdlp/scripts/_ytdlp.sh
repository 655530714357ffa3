#!/usr/bin/env bash
set -euo pipefail

# Helpers around yt-dlp; _lib.sh and _cookies.sh must be sourced first.

# What a tool adds goes before `--`, the address after it: no address is read as an option.
ytdlp_options=()
url=''
work=''

# clean_up: runs at the end whatever happened. Its last command succeeds, so that it never changes the exit code.
clean_up() {
  [[ -z $work ]] || rm -rf -- "$work" || true
  forget_cookies
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
  version=$(yt-dlp --version 2>/dev/null) || die 'Cannot start yt-dlp: ytdlp__healthz says what is missing'
  # Versions are dates: 2025.01.31. An option that a version does not know ends it.
  if [[ $version > 2025.02.18 ]]; then ytdlp_options+=(--no-plugin-dirs); fi
  if [[ $version > 2025.11.11 ]] && command -v node >/dev/null; then ytdlp_options+=(--js-runtimes node); fi
  find_cookies "${TOOL_COOKIES:-}"
  if [[ -n $cookie_file ]]; then ytdlp_options+=(--cookies "$cookie_file"); fi
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
