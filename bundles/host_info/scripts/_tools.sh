#!/usr/bin/env bash
set -euo pipefail
# The developer tools and how to ask each for its version, to be sourced after _lib.sh.

# Command, and the arguments that make it print its version.
TOOL_TABLE=(
  'git --version'
  'gh --version'
  'node --version'
  'npm --version'
  'pnpm --version'
  'yarn --version'
  'bun --version'
  'deno --version'
  'python3 --version'
  'pip3 --version'
  'uv --version'
  'ruby --version'
  'php --version'
  'go version'
  'rustc --version'
  'cargo --version'
  'dotnet --version'
  'java -version'
  'javac -version'
  'mvn --version'
  'gradle --version'
  'gcc --version'
  'g++ --version'
  'clang --version'
  'make --version'
  'cmake --version'
  'docker --version'
  'podman --version'
  'kubectl version --client'
  'helm version --short'
  'terraform --version'
  'psql --version'
  'sqlite3 --version'
  'redis-cli --version'
  'jq --version'
  'rg --version'
  'ffmpeg -version'
  'curl --version'
  'aws --version'
  'gcloud --version'
)

PROBE_SECONDS=3 VERSION_LENGTH=120

# What a tool finds in its environment besides PATH, HOME and TMPDIR: no updates, downloads, telemetry or colours for a version.
PROBE_ENVIRONMENT=(
  LANG=C TERM=dumb NO_COLOR=1 CHECKPOINT_DISABLE=1 CLOUDSDK_CORE_DISABLE_PROMPTS=1 COREPACK_ENABLE_NETWORK=0
  DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 GH_NO_UPDATE_NOTIFIER=1 GOTOOLCHAIN=local NO_UPDATE_NOTIFIER=1
  NPM_CONFIG_UPDATE_NOTIFIER=false PIP_DISABLE_PIP_VERSION_CHECK=1 RUSTUP_AUTO_INSTALL=0
)

# Sets SELECTED to the table lines that the filter names (all for an empty one) and UNKNOWN to the names that are in no line.
select_tools() { # comma-separated names
  local filter=,${1//[[:space:]]/,}, line name known pieces=()
  SELECTED=() UNKNOWN=()
  shopt -s nocasematch
  for line in "${TOOL_TABLE[@]}"; do
    [[ $filter != *[!,]* || $filter == *",${line%% *},"* ]] && SELECTED+=("$line")
  done
  IFS=, read -r -a pieces <<<"${filter#,}"
  for name in ${pieces[@]+"${pieces[@]}"}; do
    known=0
    for line in "${TOOL_TABLE[@]}"; do [[ $name == "${line%% *}" ]] && known=1; done
    ((known)) || [[ -z $name ]] || UNKNOWN+=("$name")
  done
  shopt -u nocasematch
}

# Sets REPLY to the first program of that name in the folders, empty when there is none. Relative folders do not count.
find_program() { # NAME FOLDERS
  local folder folders=()
  IFS=: read -r -a folders <<<"$2"
  for folder in ${folders[@]+"${folders[@]}"}; do
    REPLY=${folder%/}/$1
    [[ $REPLY == /* && -f $REPLY && -x $REPLY ]] && return 0
  done
  REPLY=''
}

# Sets REPLY to the text with home folders as `~`: they hold user names.
hide_home() { # TEXT HOME
  local tilde=\~/ home=${2%/} person='^(.*/(home|Users|per-user)/)([^/~]+)(.*)$'
  REPLY=$1
  if [[ $home == /* ]]; then
    [[ $REPLY == "$home" ]] && REPLY=\~
    REPLY=${REPLY//"$home/"/$tilde}
  fi
  # from the last such folder to the first: the expression is greedy, and what is done already begins with `~`
  while [[ $REPLY =~ $person ]]; do REPLY=${BASH_REMATCH[1]}\~${BASH_REMATCH[4]}; done
}

# Runs a command with a wall limit in a process group of its own, so that no child of it outlives the limit. Status 124 when it was ended.
bounded() { # SECONDS STDOUT STDERR COMMAND…
  local seconds=$1 out=$2 err=$3 status=0 child watcher
  shift 3
  set -m
  "$@" </dev/null >"$out" 2>"$err" &
  child=$!
  {
    sleep "$seconds"
    : >"$out.late"
    kill -KILL -- "-$child"
  } &>/dev/null &
  watcher=$!
  set +m
  {
    wait "$child" || status=$?
    kill -KILL -- "-$watcher" "-$child" || true
    wait "$watcher" || true
  } 2>/dev/null
  [[ ! -e $out.late ]] || status=124
  return "$status"
}

# On macOS the developer programs of /usr/bin open an installation dialog while the real ones are missing.
is_dialog_stub() { # PATH
  [[ $OSTYPE == darwin* ]] || return 1
  case $1 in
    /usr/bin/java | /usr/bin/javac) ! /usr/libexec/java_home &>/dev/null ;;
    /usr/bin/git | /usr/bin/gcc | /usr/bin/g++ | /usr/bin/clang | /usr/bin/make | /usr/bin/python3 | /usr/bin/pip3)
      ! xcode-select -p &>/dev/null
      ;;
    *) return 1 ;;
  esac
}

# Sets REPLY to the first line with a digit, printable ASCII only; empty when there is none.
version_line() { # FILE
  local line escape=$'\e''\[[0-9;?]*[A-Za-z]' count=0
  while IFS= read -r line || [[ -n $line ]]; do
    ((++count <= 50)) || break
    while [[ $line =~ $escape ]]; do line=${line//"${BASH_REMATCH[0]}"/}; done
    line=${line//[![:print:]]/ }
    line=${line#"${line%%[! ]*}"} line=${line%"${line##*[! ]}"}
    if [[ $line == *[0-9]* ]]; then
      REPLY=$line
      return 0
    fi
  done <"$1"
  REPLY=''
}

# Runs in a subshell of its own: an empty folder as working directory (tools read settings from it) and as home, files of 1 MiB at most.
start_tool() { # FOLDER SEARCH_PATH PROGRAM ARGUMENT…
  cd "$1"
  ulimit -f 1024 || true
  export HOME=$1 TMPDIR=$1 PATH=$2 "${PROBE_ENVIRONMENT[@]}"
  exec "${@:3}"
}

# Asks one tool for its version and writes `version`, or `note` and the reason, to FILE.
probe_tool() { # FILE FOLDER SEARCH_PATH PROGRAM ARGUMENT…
  local file=$1 status=0
  shift
  if is_dialog_stub "$3"; then
    printf 'note\nnot installed: only the placeholder of macOS\n' >"$file"
    return
  fi
  bounded "$PROBE_SECONDS" "$file.out" "$file.err" start_tool "$@" || status=$?
  if ((status == 124)); then
    printf 'note\nno answer within %d s\n' "$PROBE_SECONDS" >"$file"
  elif ((status)); then
    printf 'note\nexit code %d\n' "$status" >"$file"
  else
    version_line "$file.out"
    [[ -n $REPLY ]] || version_line "$file.err"
    if [[ -n $REPLY ]]; then printf 'version\n%s\n' "$REPLY"; else printf 'note\nprinted no version\n'; fi >"$file"
  fi
}

# Takes one tool after the other that no other worker has taken: creating the claim without clobbering succeeds once.
probe_worker() { # FOLDER SEARCH_PATH
  local i arguments
  set -C
  for i in "${!SELECTED[@]}"; do
    [[ -n ${PROGRAMS[i]} ]] || continue
    { : >"$1/$i.claim"; } 2>/dev/null || continue
    read -r -a arguments <<<"${SELECTED[i]#* }"
    mkdir "$1/$i.home"
    probe_tool "$1/$i" "$1/$i.home" "$2" "${PROGRAMS[i]}" "${arguments[@]}"
  done
}

# Sets REPLY to how many tools are asked at once: more than the machine can serve would make healthy tools late.
probe_jobs() {
  REPLY=$(getconf _NPROCESSORS_ONLN 2>/dev/null) || REPLY=2
  REPLY=$((REPLY * 2))
  ((REPLY >= 4)) || REPLY=4
  ((REPLY <= 8)) || REPLY=8
}

# Adds `tools` and, for names that are no tools, `unknown_tools`.
add_tools() { # FOLDER SEARCH_PATH HOME FILTER
  local i line kind text value job jobs
  select_tools "$4"
  PROGRAMS=()
  for line in ${SELECTED[@]+"${SELECTED[@]}"}; do
    find_program "${line%% *}" "$2"
    PROGRAMS+=("$REPLY")
  done
  if ((${#SELECTED[@]})); then
    probe_jobs && jobs=$REPLY
    for ((job = 0; job < jobs; job++)); do probe_worker "$1" "$2" 2>/dev/null & done
    wait
  fi

  json_open tools
  for ((i = 0; i < ${#SELECTED[@]}; i++)); do
    value="\"found\"${JSON_COLON}false"
    if [[ -n ${PROGRAMS[i]} ]]; then
      kind=note text='not asked'
      [[ ! -s $1/$i ]] || { read -r kind && IFS= read -r text; } <"$1/$i"
      hide_home "${PROGRAMS[i]}" "$3"
      json_quote "$REPLY"
      value="\"found\"${JSON_COLON}true$JSON_COMMA\"path\"$JSON_COLON$JSON_VALUE"
      if [[ $kind == note ]]; then
        value+="$JSON_COMMA\"version\"${JSON_COLON}null"
        [[ $REPLY != \~* || $text != exit* ]] || text+='; it may need files of a home folder, which are hidden from it'
      fi
      hide_home "$text" "$3"
      json_quote "${REPLY:0:VERSION_LENGTH}"
      value+="$JSON_COMMA\"$kind\"$JSON_COLON$JSON_VALUE"
    fi
    json_raw "${SELECTED[i]%% *}" "{$value}"
  done
  json_close
  ((!${#UNKNOWN[@]})) || json_strings unknown_tools "${UNKNOWN[@]}"
}
