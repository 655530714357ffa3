#!/usr/bin/env bash
set -euo pipefail

# Runs every script of this bundle with a stand-in for brew: it shows what they ask of brew, and what they make of its
# answers. Prints one line per check; ends with 1 when a check failed.

if [[ $(uname -s) != Linux || $(uname -m) != x86_64 ]]; then
  printf 'SKIP: made for Linux on x86_64\n'
  exit 0
fi

scripts=$(cd "${BASH_SOURCE[0]%/*}" && pwd)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
failed=0
answer=''
path=$work/bin:$PATH

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
    : >"$work/calls"
    answer=$(env -i PATH="$path" HOME="$work" TMPDIR="$work" LC_ALL=C.UTF-8 WORK="$work" "$@" "$BASH" \
      "$scripts/brew__$action.sh" 2>"$work/stderr")
  }

  # refused WORDS ACTION NAME=VALUE...: the script fails and says WORDS.
  refused() {
    local words=$1
    shift
    ! tool "$@" || return 1
    [[ $(<"$work/stderr") == *"$words"* ]]
  }

  # says TEXT: the answer holds this piece of JSON.
  says() {
    [[ $answer == *"$1"* ]]
  }

  # called ARGUMENTS: brew was called so.
  called() {
    [[ $'\n'$(<"$work/calls")$'\n' == *$'\n'"$1"$'\n'* ]]
  }

  # untouched: brew was not called.
  untouched() {
    [[ ! -s $work/calls ]]
  }
}

mkdir "$work/bin" "$work/prefix"
{
  printf '#!%s\n' "$BASH"
  cat <<'SCRIPT'
printf '%s\n' "$*" >>"$WORK/calls"
case $* in
  --version) echo 'Homebrew 4.4.0' ;;
  --prefix) echo "$WORK/prefix" ;;
  info*) echo '{"formulae":[]}' ;;
  'search --formula -- none') echo 'Error: No formulae or casks found for "none".' >&2; exit 1 ;;
  'search --formula -- down') echo 'Error: Failed to download' >&2; exit 1 ;;
  search*) printf '==> Formulae\nwget\nwget2 \xe2\x9c\x94\n' ;;
  'list --cask --versions') echo 'Error: no casks here' >&2; exit 1 ;;
  'list --formula --versions') printf 'jq 1.6 1.7\nwget 1.24\n' ;;
  *-versions*gone*) exit 1 ;;
  *--versions*) echo "${*: -1} 1.24" ;;
  install*bad*) echo 'Error: no bottle' >&2; exit 1 ;;
  *) printf '==> Step one\n==> Step two\n' ;;
esac
SCRIPT
} >"$work/bin/brew"
chmod 755 "$work/bin/brew"
change=("HOMEBREW_PREFIX=$work/prefix" TOOL_CONFIRM_ACTION=true)

check 'healthz' tool healthz "HOMEBREW_PREFIX=$work/prefix"
check 'healthz says ok' says '{"status": "ok", "brew": "4.4.0", "prefix": "'
check 'healthz: may change' says '"can_change": true'
check 'info' tool info TOOL_PACKAGE_NAME=wget TOOL_CASK=true
check 'info asks for one cask' called 'info --json=v2 --cask -- wget'
check 'info refuses an option' refused 'package_name' info TOOL_PACKAGE_NAME=--eval
check 'info refuses a file of Ruby' refused 'package_name' info TOOL_PACKAGE_NAME=a/b/c.rb
check 'search' tool search TOOL_QUERY=wget TOOL_INCLUDE_CASKS=true
check 'search lists names only' says '"formulae": ["wget", "wget2"]'
check 'search finds nothing' tool search TOOL_QUERY=none
check 'search: an empty list' says '"formulae": []'
check 'search tells a failure' refused 'Failed to download' search TOOL_QUERY=down
check 'search refuses a regular expression' refused 'query' search TOOL_QUERY=/wget/
check 'list_installed' tool list_installed
check 'list_installed: versions' says '{"name": "jq", "versions": ["1.6", "1.7"]}'
check 'list_installed says that casks failed' says '"casks_note": "brew failed'
check 'list_installed fails for casks alone' refused 'casks' list_installed TOOL_CASK_ONLY=true
check 'list_installed refuses both' refused 'exclude' list_installed TOOL_CASK_ONLY=true TOOL_FORMULA_ONLY=true
for action in install upgrade uninstall; do
  check "$action wants to be meant" refused 'confirm_action' "$action" "HOMEBREW_PREFIX=$work/prefix" TOOL_PACKAGE_NAME=wget
  check "$action has called nothing" untouched
  check "$action wants the prefix" refused 'HOMEBREW_PREFIX' "$action" TOOL_CONFIRM_ACTION=true TOOL_PACKAGE_NAME=wget
done
check 'install' tool install "${change[@]}" TOOL_PACKAGE_NAME=wget
check 'install asks for one formula' called 'install --formula -- wget'
check 'install tells the version' says '"versions": ["1.24"]'
check 'install fails with brew' refused 'no bottle' install "${change[@]}" TOOL_PACKAGE_NAME=bad
check 'install looks whether it is there' refused 'is not installed' install "${change[@]}" TOOL_PACKAGE_NAME=gone
check 'upgrade' tool upgrade "${change[@]}" TOOL_PACKAGE_NAME=wget
check 'upgrade asks for one' called 'upgrade --formula -- wget'
check 'upgrade refuses what is not there' refused 'not installed' upgrade "${change[@]}" TOOL_PACKAGE_NAME=gone
check 'uninstall looks whether it is gone' refused 'still there' uninstall "${change[@]}" TOOL_PACKAGE_NAME=wget TOOL_FORCE=true
check 'uninstall forces' called 'uninstall --formula --force --ignore-dependencies -- wget'
path=/usr/bin:/bin
if ! command -v brew >/dev/null; then
  check 'without brew: healthz fails' refused '' healthz
  check 'without brew: how to install' says 'https://brew.sh'
  check 'without brew: a call says so' refused 'https://brew.sh' info TOOL_PACKAGE_NAME=wget
fi

exit "$failed"
