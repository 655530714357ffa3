#!/usr/bin/env bash
set -euo pipefail

# Helpers around brew; _lib.sh must be sourced first.

# Of what a change prints, so many lines are told.
told_lines=60

# require_brew: says how to install what is missing.
require_brew() {
  command -v brew >/dev/null ||
    die 'Cannot find brew: install Homebrew as https://brew.sh tells, and put its bin folder on the PATH of the server'
}

# quiet_brew: no update on the way, no statistics, no hints, no colours; questions have no one to answer them.
quiet_brew() {
  export HOMEBREW_NO_AUTO_UPDATE=1 HOMEBREW_NO_ANALYTICS=1 HOMEBREW_NO_ENV_HINTS=1 HOMEBREW_NO_COLOR=1
  export HOMEBREW_NO_EMOJI=1 HOMEBREW_NO_INSTALL_CLEANUP=1 HOMEBREW_NO_INSTALL_UPGRADE=1 HOMEBREW_NO_ASK=1
  # Without a cache of the operator's it ends with the call.
  export HOMEBREW_CACHE=${HOMEBREW_CACHE:-${TMPDIR:-/tmp}/homebrew} HOMEBREW_TEMP=${TMPDIR:-/tmp}
  # brew finds its own place; an empty one would confuse it.
  [[ -n ${HOMEBREW_PREFIX:-} ]] || unset HOMEBREW_PREFIX
}
quiet_brew

# The scripts that source this file read them.
# shellcheck disable=SC2034
package='' kind='' change_output=''

# require_package: sets package, and kind to --formula or --cask.
# shellcheck disable=SC2034
require_package() {
  local form='^[[:alnum:]][[:alnum:]@._+-]*(/[[:alnum:]][[:alnum:]@._+-]*){0,2}$'
  package=${TOOL_PACKAGE_NAME:-}
  [[ $package =~ $form && $package != *.rb ]] ||
    die "Cannot use package_name \"$package\": write a name such as wget, python@3.12 or user/tap/name"
  parse_boolean cask "${TOOL_CASK:-false}"
  if [[ $REPLY == true ]]; then kind=--cask; else kind=--formula; fi
}

# require_change: the caller means it, and the place may be written.
require_change() {
  [[ ${TOOL_CONFIRM_ACTION:-} == true ]] || die 'Refused: set confirm_action to true to say that you mean it'
  [[ -n ${HOMEBREW_PREFIX:-} && -w $HOMEBREW_PREFIX ]] ||
    die 'Cannot change packages: start the server with HOMEBREW_PREFIX in its environment, as "brew shellenv" prints it'
}

# installed_versions: REPLY is the versions of package that are installed, as words; empty when there are none.
installed_versions() {
  local line
  line=$(brew list "$kind" --versions -- "${package##*/}" 2>/dev/null) || line=''
  REPLY=''
  [[ $line != "${package##*/} "* ]] || REPLY=${line#* }
}

# shellcheck disable=SC2034
# change ARGUMENT...: runs brew, tells its steps as progress, sets change_output to the end of what it printed.
change() {
  local lines
  lines=$(brew "$@" 2>&1 | watch_steps) || {
    printf '%s\n' "$lines" >&2
    die "brew failed for \"$package\": see its message above"
  }
  change_output=$lines
}

# watch_steps: passes on the last lines; each `==> step` of brew's is a step of the progress. How many there will be, brew
# does not tell.
watch_steps() {
  local line steps=0
  local kept=()
  while IFS= read -r line || [[ -n $line ]]; do
    if [[ $line == '==> '* ]]; then
      steps=$((steps + 1))
      printf '::progress %d %s\n' "$steps" "${line#'==> '}" >&2
    fi
    kept+=("$line")
    if ((${#kept[@]} > told_lines)); then kept=("${kept[@]:1}"); fi
  done
  if ((${#kept[@]} > 0)); then printf '%s\n' "${kept[@]}"; fi
}

# answer_versions NAME WORDS: a list of versions.
answer_versions() {
  local words
  read -r -a words <<<"$2"
  json_list ${words[@]+"${words[@]}"}
  answer_json "$1" "$REPLY"
}
