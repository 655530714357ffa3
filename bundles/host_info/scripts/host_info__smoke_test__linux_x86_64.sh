#!/usr/bin/env bash
set -euo pipefail
# Runs both scripts of the bundle on Linux x86_64 with tools made for the test; prints PASS, or the first check that failed.

if [[ $(uname -s)_$(uname -m) != Linux_x86_64 ]]; then
  printf 'SKIP: made for Linux x86_64\n'
  exit 0
fi

folder=${BASH_SOURCE[0]%/*}
[[ $folder != "${BASH_SOURCE[0]}" ]] || folder=.
bash=$(command -v bash)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

fail() { # NAME TEXT
  printf 'FAIL: %s\n%s\n' "$1" "$2" >&2
  exit 1
}
has() { # NAME TEXT PART
  [[ $2 == *"$3"* ]] || fail "$1: expected $3" "$2"
}
lacks() { # NAME TEXT PART
  [[ $2 != *"$3"* ]] || fail "$1: unexpected $3" "$2"
}
tool() { # NAME, its bash code on stdin
  { printf '#!%s\n' "$bash" && cat; } >"$work/home/bin/$1"
  chmod 755 "$work/home/bin/$1"
}
# With TOOL_* variables as arguments, and secrets that must not come out.
context() {
  env -i PATH=/usr/bin HOME="$work/home" USER=smoke-user API_TOKEN=smoke-secret \
    TOOL_HOST_PATH="$work/home/bin:relative::/usr/bin" TOOL_HOST_HOME="$work/home" "$@" \
    "$bash" "$folder/host_info__get_host_context.sh"
}
is_json() { # NAME TEXT
  if command -v jq >/dev/null; then
    jq -e . <<<"$2" >/dev/null || fail "$1: no JSON" "$2"
  elif command -v python3 >/dev/null; then
    python3 -m json.tool <<<"$2" >/dev/null || fail "$1: no JSON" "$2"
  else
    printf 'NOTE: neither jq nor python3 is here to check JSON\n'
  fi
}

mkdir -p "$work/home/bin"
tool git <<<'sleep 60 & wait'
tool gh <<<'trap "" TERM INT; while :; do :; done'
tool node <<<'printf "\n\e[1mv99.1 \"quoted\" \\ back\a\e[0m\nsecond 2\n"'
tool npm <<'SCRIPT'
printf 'npm 7, secret "%s"\n' "${API_TOKEN-}${USER-}${TOOL_HOST_HOME-}"
SCRIPT
tool pnpm <<<'echo "version 3.9 is not installed" >&2; exit 127'
tool yarn <<<'echo no number'
tool deno <<<'echo deno 1 >&2'
tool bun <<<'exec yes 0123456789'
tool ruby <<<"echo ruby 3 from $work/home/lib and /home/smoke-user/lib"
tool php <<<'printf "php 8 \303\274 \377\n"; sleep 60 >/dev/null & disown'
tool date <<<'sleep 60'
printf '#!/nowhere/interpreter\n' >"$work/home/bin/uv"
chmod 755 "$work/home/bin/uv"

names=git,GH,node,npm,pnpm,yarn,deno,bun,ruby,php,uv,clang-none
text=$(context TOOL_FILTER_TOOLS="$names" TOOL_OUTPUT_FORMAT=compact TOOL_LANG=$'b\xFFd \xC3\xA9 \xF0\x9F\x99\x82 "\x01' TOOL_TZ=Asia/Tokyo TOOL_SHELL="$work/home/bin/fish")
is_json 'compact' "$text"
[[ $text != *$'\n'* ]] || fail 'compact is one line' "$text"
has 'hanging tool' "$text" '"git":{"found":true,"path":"~/bin/git","version":null,"note":"no answer within 3 s"}'
has 'stubborn tool' "$text" '"gh":{"found":true,"path":"~/bin/gh","version":null,"note":"no answer within 3 s"}'
has 'first line, cleaned' "$text" '"version":"v99.1 \"quoted\" \\ back"'
has 'empty environment' "$text" '"version":"npm 7, secret \"\""'
has 'shim without its version' "$text" '"pnpm":{"found":true,"path":"~/bin/pnpm","version":null,"note":"exit code 127;'
has 'no version' "$text" '"note":"printed no version"'
has 'version on stderr' "$text" '"version":"deno 1"'
has 'endless tool' "$text" '"bun":{"found":true,"path":"~/bin/bun","version":null,"note":"exit code '
has 'home hidden' "$text" '"version":"ruby 3 from ~/lib and /home/~/lib"'
has 'printable ASCII' "$text" '"version":"php 8"'
has 'no interpreter' "$text" '"uv":{"found":true,"path":"~/bin/uv","version":null'
has 'unknown name' "$text" '"unknown_tools":["clang-none"]'
has 'only the filtered' "$text" '"tools":{"git"'
lacks 'only the filtered' "$text" '"java"'
has 'locale as UTF-8' "$text" $'"locale":"b\xEF\xBF\xBDd \xC3\xA9 \xF0\x9F\x99\x82 \\"\\u0001"'
has 'time zone' "$text" '"time_zone":{"name":"Asia/Tokyo","abbreviation":"JST","utc_offset":"+0900"}'
has 'login shell' "$text" '"shell":{"name":"fish","path":"~/bin/fish"}'
has 'hardware by default' "$text" '"memory_total_bytes":'
for secret in smoke-user smoke-secret "$work/home"; do lacks 'no secrets' "$text" "$secret"; done

text=$(context TOOL_INCLUDE_HARDWARE=false TOOL_FILTER_TOOLS=' , ')
is_json 'pretty' "$text"
has 'pretty' "$text" $'{\n  "os": {\n    "name": '
has 'all tools' "$text" '"gcloud": {"found": '
lacks 'without hardware' "$text" '"hardware"'

text=$(context TOOL_FILTER_TOOLS=none-such TOOL_INCLUDE_HARDWARE=false)
is_json 'no tool' "$text"
has 'no tool' "$text" '"tools": {},'

text=$(env -i PATH=/usr/bin "$bash" "$folder/host_info__get_host_context.sh" <&-)
is_json 'bare environment' "$text"
has 'bare environment' "$text" '"locale": null'

status=0
context TOOL_OUTPUT_FORMAT=xml &>/dev/null || status=$?
((status == 2)) || fail 'unknown format is refused' "exit code $status"

text=$(env -i PATH=/usr/bin "$bash" "$folder/host_info__healthz.sh")
[[ $text == '{"status":"ok","bundle":"host_info","missing":[]}' ]] || fail 'healthz' "$text"
mkdir "$work/empty"
text=$(env -i PATH="$work/empty" "$bash" "$folder/host_info__healthz.sh") && fail 'healthz without programs' "$text"
is_json 'healthz without programs' "$text"
has 'healthz without programs' "$text" '"uname"'

printf 'PASS: host_info\n'
