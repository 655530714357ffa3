#!/usr/bin/env bash
set -euo pipefail
exec "${TOOL_SHELLCHECK:-shellcheck}" --version
