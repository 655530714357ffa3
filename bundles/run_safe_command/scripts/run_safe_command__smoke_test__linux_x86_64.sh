#!/usr/bin/env bash
set -euo pipefail
# Runs every script of the bundle with good and bad words; prints PASS, or the first check that failed. The functions of
# the server, audit_get and audit_rotate, have no script.

if [[ $(uname -s)_$(uname -m) != Linux_x86_64 ]]; then
  printf 'SKIP: made for Linux x86_64\n'
  exit 0
fi

folder=${BASH_SOURCE[0]%/*}
[[ $folder != "${BASH_SOURCE[0]}" ]] || folder=.
folder=$(cd "$folder" && pwd)

fail() {
  printf 'FAIL: %s\n' "$1" >&2
  exit 1
}

code=0
printed=''
# run ACTION NAME=VALUE...: sets printed and code.
run() {
  local action=$1
  shift
  code=0
  printed=$(env TOOL_WORKING_DIR=/ "$@" python3 "$folder/run_safe_command__$action.py" 2>&1) || code=$?
}

# good NAME EXPECTED: the last run printed this and succeeded.
good() {
  [[ $code == 0 && $printed == "$2" ]] || fail "$1: $code, $printed"
}

# bad NAME WORDS: the last run failed and said this.
bad() {
  [[ $code != 0 && $printed == *"$2"* ]] || fail "$1: $code, $printed"
}

run healthz
[[ $code == 0 && $printed == *'"status": "ok"'* ]] || fail "healthz: $printed"

# shellcheck disable=SC2016 # plain text
run execute TOOL_COMMAND=printf 'TOOL_ARGS_JSON=["%s|", "a b", "$(id)", "x\ny", ""]'
good 'execute keeps words apart' $'a b|$(id)|x\ny||'
run execute TOOL_COMMAND=cat 'TOOL_ARGS_JSON={"a": 1}'
bad 'execute wants an array' 'JSON array of strings'
run execute 'TOOL_COMMAND=cat /etc/passwd' 'TOOL_ARGS_JSON=[]'
bad 'execute wants a name' 'the name of one program'
run execute TOOL_COMMAND=no-such-program 'TOOL_ARGS_JSON=[]'
bad 'execute finds nothing' 'Cannot find the program'

run pipeline 'TOOL_STAGES_JSON=[{"command": "seq", "args": ["200000"]}, {"command": "tac"}, {"command": "head", "args": ["-n", "1"]}]'
good 'pipeline ends early' 200000
run pipeline 'TOOL_STAGES_JSON=[{"command": "echo", "args": ["a"]}, {"command": "grep", "args": ["b"]}]'
good 'no match is an answer' ''
run pipeline 'TOOL_STAGES_JSON=[{"command": "find", "args": [".", "-exec", "id", ";"]}]'
bad 'find starts nothing' 'starts programs'
run pipeline 'TOOL_STAGES_JSON=[{"command": "echo", "args": ["id"]}, {"command": "sed", "args": ["s/id/id/e"]}]'
bad 'sed starts nothing' 'Stage 2'
run pipeline 'TOOL_STAGES_JSON=[{"command": "xargs"}]'
bad 'xargs is not taken' 'a pipeline takes'

text=$(TOOL_TOPIC=audit bash "$folder/run_safe_command__help.sh") || fail 'help'
[[ $text == *audit_get* && $text == *audit_rotate* ]] || fail "help: $text"
printf 'PASS: run_safe_command\n'
