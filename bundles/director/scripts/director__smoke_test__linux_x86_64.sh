#!/usr/bin/env bash
set -euo pipefail
# Runs every script of the bundle with good and bad input; prints PASS, or the first check that failed. The functions of
# the server have no script: job_status, job_wait, job_kill, job_list, lock_acquire, lock_release, file_lockers. The
# display of screenshot is not there in a sandbox for tests; that it says so is what is looked at.

if [[ $(uname -s)_$(uname -m) != Linux_x86_64 ]]; then
  printf 'SKIP: made for Linux x86_64\n'
  exit 0
fi

folder=${BASH_SOURCE[0]%/*}
[[ $folder != "${BASH_SOURCE[0]}" ]] || folder=.
folder=$(cd "$folder" && pwd)
place=$(mktemp -d "${TMPDIR:-/tmp}/director.XXXXXXXX")
trap 'rm -rf -- "$place"' EXIT

fail() {
  printf 'FAIL: %s\n' "$1" >&2
  exit 1
}

# is NAME EXPECTED GOT
is() { [[ $3 == "$2" ]] || fail "$1: expected \"$2\", got \"$3\""; }
# has NAME PART TEXT
has() { [[ $3 == *"$2"* ]] || fail "$1: \"$2\" is not in \"$3\""; }

# shell_run
is shell_run "$place" "$(printf pwd | TOOL_CWD=$place bash "$folder/director__shell_run.sh")"
code=0
text=$(printf pwd | TOOL_CWD=$place/none bash "$folder/director__shell_run.sh" 2>&1) || code=$?
is 'shell_run, folder' 125 "$code"
has 'shell_run, folder' 'no folder' "$text"
code=0
text=$(printf x | TOOL_SHELL=cmd bash "$folder/director__shell_run.sh" 2>&1) || code=$?
has 'shell_run, cmd' 'Windows alone' "$text"

# run_python
is run_python "['-', 'a b', '-c', '']" \
  "$(printf 'import sys; print(sys.argv)' | TOOL_ARGS='["a b", "-c", ""]' bash "$folder/director__run_python.sh")"

# job_start
code=0
text=$(printf 'echo out; echo err >&2; exit 3' | TOOL_RESULT_DIR=$place bash "$folder/director__job_start.sh") || code=$?
is 'job_start, exit code' 3 "$code"
is 'job_start, stdout' out "$(<"$place/stdout.log")"
is 'job_start, stderr' err "$(<"$place/stderr.log")"
has 'job_start, both' out "$text"
has 'job_start, both' err "$text"

# process_list
text=$(TOOL_MAX_RESULTS=1000 perl "$folder/director__process_list.pl")
has process_list '"processes":[{"pid":' "$text"

# screenshot
code=0
text=$(env -u DISPLAY -u WAYLAND_DISPLAY TOOL_TARGET=screen TOOL_PICTURE="$place/a.png" bash "$folder/director__screenshot.sh") || code=$?
has screenshot 'There is no display' "$text"

# write_file, edit_file, grep_files: where deno is in PATH
if type -P deno >/dev/null; then
  has healthz '"status":"ok"' "$(bash "$folder/director__healthz.sh")"
  run() { deno run --no-prompt --no-config --no-lock --allow-read --allow-write --allow-env "$folder/director__$1.ts"; }
  text=$(printf 'one\ntwo\n' | TOOL_PATH_TO_WRITE=$place/f TOOL_APPEND=false TOOL_CREATE_DIRS=true run write_file)
  has write_file '"bytes_written":8,"created":true' "$text"
  text=$(printf '{"old_text":"two","new_text":"$&"}' | TOOL_PATH_TO_EDIT=$place/f TOOL_REPLACE_ALL=false run edit_file)
  has edit_file '"replacements":1' "$text"
  text=$(TOOL_PATTERN=one TOOL_PATH_TO_SEARCH=$place TOOL_MAX_RESULTS=9 TOOL_CONTEXT_LINES=1 run grep_files)
  # shellcheck disable=SC2016 # plain text
  has grep_files '"line_number":1,"line":"one","before":[],"after":["$&"]' "$text"
fi
printf 'PASS: director\n'
