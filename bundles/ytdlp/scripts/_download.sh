#!/usr/bin/env bash
set -euo pipefail

# Downloads into a hidden folder inside the output folder, and moves what is complete; _lib.sh, _cookies.sh and
# _ytdlp.sh must be sourced first.

# What a site may put into a folder of the user's: a site chooses the ending of a file, too.
# shellcheck disable=SC2034 # the tools choose one
{
  media_endings='|mp4|m4v|mkv|webm|mov|avi|flv|3gp|ts|mpg|ogv|m4a|mp3|aac|opus|ogg|oga|flac|wav|weba|mka|alac|'
  text_endings='|vtt|srt|txt|'
}

# The name is fixed here; yt-dlp takes slashes and the like out of what the site tells (its manual, OUTPUT TEMPLATE).
name_template='%(title).150B [%(id).60B].%(ext)s'

output=''

# open_folder: sets output and work.
open_folder() {
  output=${TOOL_OUTPUT_DIR:-}
  [[ -n $output || -z ${TOOL_HOME:-} ]] || output=$TOOL_HOME/Downloads
  [[ -n $output ]] || die 'Missing output_dir: give it, or set YTDLP_OUTPUT_DIR or SHELL_AS_MCP_OUTPUT_DIR'
  [[ -d $output && -w $output ]] || die "Cannot write into output_dir \"$output\": no such folder, or no right to write there"
  open_work "$output"
}

# open_work FOLDER: makes the hidden folder.
open_work() {
  work=$(mktemp -d "$1/.ytdlp.XXXXXXXX") || die "Cannot write into \"$1\""
}

# fetch OPTION...: runs yt-dlp in the hidden folder; sets fetched_id, fetched_title and fetched_page (JSON).
# shellcheck disable=SC2154 # _ytdlp.sh sets ytdlp_options and url
fetch() {
  local facts=() line
  : >"$work/.facts"
  yt-dlp "${ytdlp_options[@]}" --quiet --no-simulate --progress --newline \
    --progress-template 'download:P %(progress._percent_str)s' --print '%(id)j' --print '%(title)j' --print '%(webpage_url)j' \
    --no-mtime --no-part --paths "home:$work" --paths "temp:$work" --output "$name_template" "$@" -- "$url" |
    watch_fetch || fail
  while IFS= read -r line; do facts+=("$line"); done <"$work/.facts"
  told "${facts[0]:-NA}"
  fetched_id=$REPLY
  told "${facts[1]:-NA}"
  fetched_title=$REPLY
  told "${facts[2]:-NA}"
  fetched_page=$REPLY
}

# file_size PATH: REPLY is the number of bytes.
file_size() {
  REPLY=$(wc -c <"$1")
  REPLY=${REPLY//[[:space:]]/}
}

# watch_fetch: turns percentages into progress and keeps the rest. A video and its sound come one after the other, so the
# number never falls.
watch_fetch() {
  local line percent last=-1
  while IFS= read -r line; do
    if [[ $line =~ ^P\ +([[:digit:]]+)(\.[[:digit:]]+)?% ]]; then
      percent=$((10#${BASH_REMATCH[1]}))
      if ((percent > last && percent <= 100)); then
        progress "$percent" 100 Downloading
        last=$percent
      fi
    elif [[ $line != P\ * ]]; then
      printf '%s\n' "$line" >>"$work/.facts"
    fi
  done
}

# deliver ENDINGS: moves what was fetched and prints the answer; fails when nothing was fetched.
deliver() {
  local file name files='' size
  # A title may begin with a dot; the name in the user's folder does not, nor with a dash.
  shopt -s dotglob
  for file in "$work"/*; do
    name=${file##*/}
    [[ -f $file && ! -L $file && $name != .facts ]] || continue
    while [[ $name == [.-]* ]]; do name=${name:1}; done
    [[ $1 == *"|${name##*.}|"* ]] || die "Refused to keep a file that ends in .${name##*.}: it is no media"
    [[ ! -d $output/$name ]] || die "Cannot write \"$output/$name\": it is a folder"
    mv -f -- "$file" "$output/$name"
    file_size "$output/$name"
    size=$REPLY
    json_text "$output/$name"
    files+="${files:+, }{\"path\": $REPLY, \"size_bytes\": $size}"
  done
  [[ -n $files ]] || return 1
  answer_text status ok
  answer_json files "[$files]"
  answer_json id "$fetched_id"
  answer_json title "$fetched_title"
  answer_json webpage_url "$fetched_page"
  print_answer
}
