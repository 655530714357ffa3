#!/usr/bin/env bash
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=_lib.sh
source "${BASH_SOURCE[0]%/*}/_lib.sh"

missing=''
lack() {
  missing+="${missing:+, }\"$1\""
}

# Run, not only looked for: a program whose libraries are gone is found and does not start.
export YTDLP_NO_PLUGINS=1
if version=$(yt-dlp --ignore-config --version 2>/dev/null) && [[ $version =~ ^[[:digit:]]{4}\.[[:digit:].]+ ]]; then
  answer_text yt_dlp "$version"
else
  lack yt-dlp
  answer_text yt_dlp ''
fi
for program in ffmpeg ffprobe; do
  if report=$("$program" -version 2>/dev/null) && [[ $report =~ ^[a-z]+\ version\ ([^[:space:]]+) ]]; then
    answer_text "$program" "${BASH_REMATCH[1]}"
  else
    lack "$program"
    answer_text "$program" ''
  fi
done
if folder=$(mktemp -d "${TMPDIR:-/tmp}/ytdlp.XXXXXXXX" 2>/dev/null); then
  : >"$folder/a"
  mv -f -- "$folder/a" "$folder/b" 2>/dev/null || lack mv
  wc -c <"$folder/b" >/dev/null 2>&1 || lack wc
  rm -rf -- "$folder" 2>/dev/null || lack rm
else
  lack mktemp
fi
runtime=''
for program in deno node; do
  if "$program" --version >/dev/null 2>&1; then
    runtime=$program
    break
  fi
done
answer_text js_runtime "$runtime"

status=ok install=''
if [[ -n $missing ]]; then
  status=error
  install='Install yt-dlp and ffmpeg, which brings ffprobe: apt-get install yt-dlp ffmpeg (Debian, Ubuntu), brew install yt-dlp ffmpeg (macOS), pipx install yt-dlp for the newest; mktemp, mv, rm and wc are in coreutils'
fi
answer_json missing "[$missing]"
answer_text install "$install"
line=''
for field in "${answer_fields[@]}"; do line+=", $field"; done
printf '{"status": "%s"%s}\n' "$status" "$line"
[[ $status == ok ]]
