#!/usr/bin/env bash
set -euo pipefail

# Runs every script of this bundle without a server and without a network: the real yt-dlp where it must fail, a stand-in
# that prints fixed answers where it must succeed. Prints one line per check; ends with 1 when a check failed.

if [[ $(uname -s) != Linux || $(uname -m) != x86_64 ]]; then
  printf 'SKIP: made for Linux on x86_64\n'
  exit 0
fi

scripts=$(cd "${BASH_SOURCE[0]%/*}" && pwd)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
failed=0
answer=''
path=$PATH
page=https://127.0.0.1:9/watch
cookie=$'example.com\tFALSE\t/\tTRUE\t4102444800\tname\tsecret-value'

# check NAME COMMAND...: one line for one check.
check() {
  local name=$1
  shift
  if "$@"; then
    printf 'PASS %s\n' "$name"
  else
    printf 'FAIL %s\n' "$name"
    failed=1
  fi
}

# Called through `check` only.
# shellcheck disable=SC2317
{
  # tool ACTION NAME=VALUE...: runs one script with nothing but these variables; its answer is in `answer`.
  tool() {
    local action=$1
    shift
    answer=$(env -i PATH="$path" HOME="$work" TMPDIR="$work/tmp" LC_ALL=C.UTF-8 KEYS="$work/keys" TOOL_URL="$page" \
      TOOL_MAX_RETRIES=0 "$@" "$BASH" "$scripts/ytdlp__$action.sh" 2>"$work/stderr" <"$work/clipboard")
  }

  # refused WORDS ACTION NAME=VALUE...: the script fails and says WORDS.
  refused() {
    local words=$1
    shift
    ! tool "$@" || return 1
    [[ $(<"$work/stderr") == *"$words"* ]]
  }

  # says TEXT: the answer holds this text.
  says() {
    [[ $answer == *"$1"* ]]
  }

  # silent TEXT: neither answer nor messages hold this text.
  silent() {
    [[ $answer$(<"$work/stderr") != *"$1"* ]]
  }

  # tidy: no script has left anything in the folder for temporary files.
  tidy() {
    [[ -z $(ls -A "$work/tmp") ]]
  }
}

# stand_in NAME: a program of the test's own, its code on stdin.
stand_in() {
  { printf '#!%s\n' "$BASH" && cat; } >"$work/bin/$1"
  chmod 755 "$work/bin/$1"
}

mkdir "$work/tmp" "$work/bin" "$work/keys" "$work/out"
: >"$work/clipboard"
stand_in yt-dlp <<'SCRIPT'
case " $* " in
  *' --version '*) echo 2030.01.01 ;;
  *' --cookies '*) printf '"id"\n"with cookies"\nen, de\nNA\n' ;;
  *) printf '"id"\n"without"\nen\nNA\n' ;;
esac
SCRIPT
stand_in pbpaste <<<'cat'
stand_in security <<'SCRIPT'
case $1 in
  -i)
    while read -r verb _ _ account _ service _ value; do
      [[ $verb == add-generic-password && $account == cookies ]] || exit 1
      printf '%s' "$value" >"$KEYS/$service"
    done
    ;;
  find-generic-password) cat "$KEYS/$5" ;;
  delete-generic-password) rm "$KEYS/$5" ;;
esac
SCRIPT

check 'healthz' tool healthz
check 'healthz says ok' says '"status": "ok"'

for action in download_video download_audio download_transcript download_video_subtitles; do
  check "$action fails when the site does not answer" refused 'yt-dlp failed' "$action" "TOOL_OUTPUT_DIR=$work/out"
  check "$action refuses a file" refused 'http or https' "$action" "TOOL_OUTPUT_DIR=$work/out" TOOL_URL=file:///etc/passwd
done
for action in get_video_metadata get_video_metadata_summary get_video_comments get_video_comments_summary list_subtitle_languages; do
  check "$action fails when the site does not answer" refused 'yt-dlp failed' "$action"
  check "$action refuses an option" refused 'http or https' "$action" "TOOL_URL=--exec=id"
done
check 'search_videos fails without a network' refused 'yt-dlp failed' search_videos TOOL_QUERY=words
check 'search_videos refuses two lines' refused 'one line' search_videos $'TOOL_QUERY=a\nb'
check 'download_video refuses an end before its start' refused 'after startTime' download_video "TOOL_OUTPUT_DIR=$work/out" \
  TOOL_START_TIME=10 TOOL_END_TIME=0:05
check 'download_video wants a folder' refused 'YTDLP_OUTPUT_DIR' download_video
check 'download_video_subtitles refuses a pattern' refused 'language' download_video_subtitles "TOOL_OUTPUT_DIR=$work/out" 'TOOL_LANGUAGE=.*'
check 'get_video_metadata refuses a template' refused 'fields' get_video_metadata 'TOOL_FIELDS=id})s'
check 'a failed download leaves nothing' [ -z "$(ls -A "$work/out")" ]

printf 'no cookie, odd-secret\n%s\n' "$cookie" >"$work/cookies.txt"
printf 'nothing\n' >"$work/none.txt"
check 'setup_cookies says that it is for macOS' refused 'macOS' setup_cookies
path=$work/bin:$PATH
check 'cookies of a file are used' tool list_subtitle_languages "TOOL_COOKIES=$work/cookies.txt"
check 'cookies of a file are seen' says 'with cookies'
check 'cookies are not told' silent secret
check 'a file without cookies is refused' refused 'Netscape' list_subtitle_languages "TOOL_COOKIES=$work/none.txt"
check 'without cookies it succeeds, elsewhere' tool list_subtitle_languages
check 'without cookies it succeeds, on macOS' tool list_subtitle_languages OSTYPE=darwin22
check 'without cookies none are used' says '"without"'
check 'setup_cookies refuses an empty clipboard' refused 'clipboard' setup_cookies OSTYPE=darwin22
# More than one part of the key chain holds.
for ((index = 0; index < 60; index++)); do printf '%s%d\n' "$cookie" "$index"; done >"$work/clipboard"
check 'setup_cookies stores' tool setup_cookies OSTYPE=darwin22
check 'setup_cookies counts' says '"cookie_count": 60'
check 'setup_cookies keeps what is there' refused 'overwrite' setup_cookies OSTYPE=darwin22
check 'setup_cookies replaces when told' tool setup_cookies OSTYPE=darwin22 TOOL_OVERWRITE=true
check 'stored cookies are used' tool list_subtitle_languages OSTYPE=darwin22
check 'stored cookies are seen' says 'with cookies'

# The other way: a file, under a passphrase. The clipboard holds the same cookies.
if command -v node >/dev/null; then
  mkdir "$work/vault"
  sealed=("TOOL_COOKIES_DIR=$work/vault" 'TOOL_COOKIES_PASSPHRASE=a long enough phrase')
  check 'without a sealed file none are used' tool list_subtitle_languages "${sealed[@]}"
  check 'and that is a success' says '"without"'
  check 'a short passphrase is refused' refused 'shorter than 12' setup_cookies OSTYPE=darwin22 "${sealed[0]}" TOOL_COOKIES_PASSPHRASE=short
  check 'setup_cookies seals' tool setup_cookies OSTYPE=darwin22 "${sealed[@]}"
  check 'setup_cookies keeps what is sealed' refused 'overwrite' setup_cookies OSTYPE=darwin22 "${sealed[@]}"
  check 'one file is there' [ "$(ls -A "$work/vault")" = ytdlp_cookies.enc ]
  listed=$(ls -l "$work/vault/ytdlp_cookies.enc")
  check 'it is for its owner' [ "${listed:0:10}" = -rw------- ]
  check 'a reader of it sees no cookie' [ "$(grep -c -a -e example.com -e secret-value "$work/vault/ytdlp_cookies.enc")" = 0 ]
  check 'sealed cookies are used on any system' tool list_subtitle_languages "${sealed[@]}"
  check 'sealed cookies are seen' says 'with cookies'
  check 'sealed cookies are not told' silent secret-value
  check 'another passphrase is refused' refused 'not the one' list_subtitle_languages "${sealed[0]}" 'TOOL_COOKIES_PASSPHRASE=another long phrase'
  check 'a failed call with them is a failure' refused 'http or https' list_subtitle_languages "${sealed[@]}" TOOL_URL=file:///etc/passwd
  printf x >>"$work/vault/ytdlp_cookies.enc"
  check 'a changed file is refused' refused 'was changed' list_subtitle_languages "${sealed[@]}"
fi
check 'temporary files are gone' tidy

exit "$failed"
