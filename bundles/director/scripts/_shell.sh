#!/usr/bin/env bash
set -euo pipefail
# What runs commands has in common, to be sourced.

# Ends the call with one line, by which the server knows that the command was not begun.
refuse() { # SENTENCE
  printf 'director: %s\n' "$1" >&2
  exit 125
}

# Goes to the folder that the call names; a relative one counts from the first root.
enter_folder() {
  [[ -z ${TOOL_CWD-} ]] || cd -- "$TOOL_CWD" 2>/dev/null ||
    refuse "cwd is \"$TOOL_CWD\", which is no folder within the roots that can be entered"
}

# Sets SHELL_WORDS to the shell that the call names, up to where the command follows.
choose_shell() {
  local name=${TOOL_SHELL:-bash} program
  case $name in
    powershell) SHELL_WORDS=(pwsh -NoProfile -NonInteractive -Command) ;;
    cmd) refuse 'shell is "cmd", which Windows alone has; use bash' ;;
    *) SHELL_WORDS=("$name" -c) ;;
  esac
  program=$(type -P "${SHELL_WORDS[0]}") || {
    local there=()
    for program in bash sh zsh pwsh; do
      type -P "$program" >/dev/null && there+=("$program")
    done
    refuse "The shell \"$name\" was not found; there are ${there[*]}"
  }
  SHELL_WORDS[0]=$program
}

# Adds the command to SHELL_WORDS: as one argument while the kernel takes it (128 KiB), else as a file.
add_command() {
  local command file
  IFS= read -r -d '' command || true
  if ((${#command} < 30000)); then
    SHELL_WORDS+=("$command")
  else
    file=$(mktemp /tmp/command.XXXXXXXX)
    printf '%s' "$command" >"$file"
    if [[ ${TOOL_SHELL-} == powershell ]]; then
      mv -- "$file" "$file.ps1"
      SHELL_WORDS[-1]=-File
      SHELL_WORDS+=("$file.ps1")
    else
      SHELL_WORDS[-1]=$file
    fi
  fi
}

# Makes all ready to start SHELL_WORDS.
prepare() {
  enter_folder
  choose_shell
  add_command
  unset TOOL_CWD TOOL_SHELL
}
