/**
 * The part of a launcher that stages files to be written. The rules of `launcher_head.ts` hold.
 *
 * @module
 */

/**
 * Ends the tool: bubblewrap, and its namespace with it.
 *
 * Only when all is set up does bubblewrap's inner process ask to die with the outer one, so
 * that both are killed. The outer one is stopped first, and makes no process that is not seen.
 */
export const STOP = `__sam_child='' __sam_forking='' __sam_late=''
__sam_stop() {
  local stat inner=()
  if [[ $__sam_forking && -z $__sam_child ]]; then
    # It is there, and not known yet.
    __sam_late=1
    return
  fi
  # A server of many threads may end one by one, and each end signals us: once is enough.
  trap '' TERM INT HUP
  # The server may be gone, and with it the reader of our words: SIGPIPE would end us here.
  exec 2>/dev/null
  if [[ $__sam_child ]]; then
    kill -STOP "$__sam_child"
    for _ in {1..1000}; do
      [[ -e /proc/$__sam_child/stat ]] || break
      IFS= read -r -d '' stat < "/proc/$__sam_child/stat"
      [[ \${stat##*) } == [TZX]* ]] && break
    done
    if [[ -e /proc/$__sam_child/task/$__sam_child/children ]]; then
      IFS=' ' read -r -a inner < "/proc/$__sam_child/task/$__sam_child/children"
    fi
    kill -KILL "$__sam_child" "\${inner[@]}"
    wait "$__sam_child"
  fi
  exit 143
}
`;

/** For tools with `path: write`: a staging folder, and its end. */
export const STAGING = `
# PATH: a file to write. The tool writes into a fresh folder on the same file system.
__sam_write() {
  local folder=\${1%/*} name=\${1##*/} stage i
  [[ $1 == /* && $name && $name != . && $name != .. ]] || __sam_fail absent
  __sam_writable "$1"
  __sam_enter "\${folder:-/}" "$name"
  if [[ -L ./$name ]]; then
    __sam_open "./$name" f
    # No path is empty, so that this tells where the link leads.
    __sam_expect '' moved
    __sam_settle
  fi
  [[ ! -e ./$name || -f ./$name ]] || __sam_fail kind
  for i in "\${!__sam_stages[@]}"; do
    # Two files of one folder share its staging folder.
    if [[ \${__sam_stage_places[i]} == "$folder" ]]; then
      __sam_stage_in "$i" "$name"
      return
    fi
  done
  i=\${#__sam_stages[@]}
  __sam_stage_folders+=("$__sam_fd") __sam_stage_places+=("$folder")
  # A signal meanwhile waits: the folder is there before its name is known.
  __sam_forking=1
  IFS= read -r stage < <(@mktemp@ -d ./.shell-as-mcp-XXXXXXXXXX) || __sam_fail denied
  __sam_stages+=("$stage")
  __sam_forking=''
  if [[ $__sam_late ]]; then __sam_stop; fi
  __sam_open "$stage" d
  __sam_expect "$folder/\${stage#./}" outside
  __sam_place "$folder"
  __sam_mounts+=(--bind-fd "$__sam_fd" "$folder")
  __sam_stage_fds+=("$__sam_fd")
  __sam_stage_in "$i" "$name"
}

# STAGE NAME: what is there already goes in, for tools that change a file. Another call may
# write into the same folder: from descriptor to descriptor, so that no link of its making
# is followed, and only once it is known what was opened.
__sam_stage_in() {
  __sam_stage_files+=("$1" "$2")
  cd -P "/proc/self/fd/\${__sam_stage_folders[$1]}" || __sam_fail denied
  [[ -f ./$2 && ! -L ./$2 ]] || return 0
  __sam_open "./$2" f
  __sam_expect "\${__sam_stage_places[$1]}/$2" outside
  __sam_settle
  @cp@ --reflink=auto --preserve=mode --remove-destination -- "/proc/self/fd/$__sam_fd" \
    "/proc/self/fd/\${__sam_stage_fds[$1]}/$2" || __sam_fail setup
  exec {__sam_fd}<&-
}

__sam_stage_folders=() __sam_stage_places=() __sam_stage_fds=() __sam_stage_files=()

# Takes the staging folders away, whatever happened.
__sam_clean() {
  local i
  for i in "\${!__sam_stages[@]}"; do
    cd -P "/proc/self/fd/\${__sam_stage_folders[i]}" && @rm@ -rf -- "\${__sam_stages[i]}"
  done
}

__sam_undo() {
  trap '' TERM INT HUP
  __sam_clean
  cd /
  ((\${#__sam_made[@]})) && @rmdir@ --ignore-fail-on-non-empty -- "\${__sam_made[@]}"
}

${STOP}# Whatever ends us, the staging folders go; a server that was killed reaches us as SIGTERM.
trap __sam_undo EXIT
trap __sam_stop TERM INT HUP

# Puts the staged files in place: rename(2), so that nobody sees half of one.
__sam_commit() {
  local i stage folder name
  for ((i = 0; i < \${#__sam_stage_files[@]}; i += 2)); do
    stage=/proc/self/fd/\${__sam_stage_fds[\${__sam_stage_files[i]}]}
    folder=/proc/self/fd/\${__sam_stage_folders[\${__sam_stage_files[i]}]}
    name=\${__sam_stage_files[i + 1]}
    [[ -f $stage/$name && ! -L $stage/$name ]] || continue
    @mv@ -fT -- "$stage/$name" "$folder/$name" || return 1
  done
}
`;
