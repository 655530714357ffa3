#!/usr/bin/env bash
set -euo pipefail

# Runs every script of this bundle with a stand-in for the program iwencai, without a network. Prints one line per check;
# ends with 1 when a check failed.

if [[ $(uname -s) != Linux || $(uname -m) != x86_64 ]]; then
  printf 'SKIP: made for Linux on x86_64\n'
  exit 0
fi

scripts=$(cd "${BASH_SOURCE[0]%/*}" && pwd)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
failed=0
answer=''
code=0
path=$work/bin:$PATH
key=IWENCAI_API_KEY=secret-key

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
    code=0
    answer=$(env -i PATH="$path" HOME="$work" TMPDIR="$work" LC_ALL=C.UTF-8 "$@" "$BASH" \
      "$scripts/iwencai__$action.sh" 2>"$work/stderr") || code=$?
    return "$code"
  }

  # refused WORDS ACTION NAME=VALUE...: the script ends with 2 and says WORDS.
  refused() {
    local words=$1
    shift
    ! tool "$@" || return 1
    [[ $code == 2 && $(<"$work/stderr") == *"$words"* ]]
  }

  # says TEXT: the answer holds this text.
  says() {
    [[ $answer == *"$1"* ]]
  }

  # refused_by_program: the program's own failure comes through, without the key.
  refused_by_program() {
    ! tool query2data_basic "$key" TOOL_QUERY=fail || return 1
    [[ $code == 1 ]] && says 'bad key [key]'
  }

  # not_healthy: healthz fails and says how to install.
  not_healthy() {
    ! tool healthz || return 1
    [[ $code == 1 ]] && says 'pip install'
  }

  # silent: neither answer nor messages hold the key.
  silent() {
    [[ $answer$(<"$work/stderr") != *secret-key* ]]
  }
}

mkdir "$work/bin"
{
  printf '#!%s\n' "$BASH"
  cat <<'SCRIPT'
printf '%s\n' "$*"
case $* in
  *--query=fail*) printf '{"success": false, "error": "bad key %s"}\n' "$IWENCAI_API_KEY"; exit 1 ;;
  *--query=*) printf 'key %s\n' "${IWENCAI_API_KEY:-none}"; printf 'warning %s\n' "$IWENCAI_API_KEY" >&2 ;;
esac
SCRIPT
} >"$work/bin/iwencai"
chmod 755 "$work/bin/iwencai"

check 'healthz' tool healthz
check 'healthz says ok, without a key' says '{"status": "ok", "key_configured": false, "missing": []'
check 'healthz knows of the key' tool healthz "$key"
check 'healthz says so' says '"key_configured": true'
check 'healthz does not tell it' silent
check 'query2data_basic' tool query2data_basic "$key" 'TOOL_QUERY=-x; "a" | b' TOOL_LIMIT=5 TOOL_PAGE=2 TOOL_FORMAT=jsonl
check 'query2data_basic gives words whole' says 'query2data --query=-x; "a" | b --limit=5 --page=2 --format=jsonl'
check 'query2data_basic gives the key in the environment' says 'key [key]'
check 'query2data_basic does not tell the key' silent
check 'query2data_basic fails with the program' refused_by_program
check 'query2data_basic wants a key' refused 'IWENCAI_API_KEY' query2data_basic TOOL_QUERY=a
check 'query2data_basic refuses two lines' refused 'query' query2data_basic "$key" $'TOOL_QUERY=a\nb'
check 'query2data_basic refuses 51' refused 'limit' query2data_basic "$key" TOOL_QUERY=a TOOL_LIMIT=51
check 'query2data_basic refuses page 0' refused 'page' query2data_basic "$key" TOOL_QUERY=a TOOL_PAGE=0
check 'search_basic' tool search_basic "$key" TOOL_QUERY=a TOOL_CHANNEL=news
check 'search_basic names the channel' says 'search --query=a --channel=news --limit=10 --format=json'
check 'search_basic refuses a channel' refused 'channel' search_basic "$key" TOOL_QUERY=a TOOL_CHANNEL=all
check 'skillbook' tool skillbook
check 'skillbook asks for Markdown' says 'skillbook --format=markdown'
check 'skillbook refuses a format' refused 'format' skillbook TOOL_FORMAT=html
rm "$work/bin/iwencai"
path=/usr/bin:/bin
check 'without the program: a call says how to install' refused 'pip install' skillbook
check 'without the program: healthz fails' not_healthy

exit "$failed"
