#!/usr/bin/env bash
set -euo pipefail
# Runs the command on the standard input in a shell, both streams into one log as they come and each into one of its own.
# shellcheck source-path=SCRIPTDIR source=_shell.sh
source "${BASH_SOURCE[0]%/*}/_shell.sh"

copier=${BASH_SOURCE[0]%/*}/_copier.pl
logs=$TOOL_RESULT_DIR
prepare
unset TOOL_RESULT_DIR
exec perl "$copier" "$logs" "${SHELL_WORDS[@]}" </dev/null
