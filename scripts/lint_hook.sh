#!/usr/bin/env bash
set -euo pipefail
# For pre-commit (.pre-commit-hooks.yaml): checks the bundles of the repository that it is run in.

program=$(cd "${BASH_SOURCE[0]%/*}/.." && pwd)
exec npx -y deno@2.9.6 task --quiet --config "$program/deno.json" cli lint "$PWD"
