#!/usr/bin/env bash
set -euo pipefail
# Runs the command on the standard input in a shell.
# shellcheck source-path=SCRIPTDIR source=_shell.sh
source "${BASH_SOURCE[0]%/*}/_shell.sh"

prepare
exec "${SHELL_WORDS[@]}" </dev/null
