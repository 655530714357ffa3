/**
 * The parts of a launcher that are the same for every tool.
 *
 * Rules of this text, which `tests/sandbox/launcher_text_test.ts` reads: every expansion of
 * a value is quoted; no `eval`, no `source`, no backquote, no `$(`; no value reaches
 * arithmetic before a pattern has shown it to be a number. Names begin with `__sam_`, so
 * that no declared variable of a tool can be one of ours.
 *
 * @module
 */

/** Runs first: closes what the server or its parent may have left open. */
export const PROLOGUE = `set -u
PATH=/nonexistent IFS=$' \\t\\n' __sam_index=-1
umask 022
# A descriptor that the server inherited would walk through into the sandbox. No redirection
# on this loop: bash would park the old stream on a descriptor that the loop then closes.
for __sam_fd in /proc/self/fd/*; do
  __sam_fd=\${__sam_fd##*/}
  [[ /proc/self/fd/$__sam_fd -ef $0 ]] && continue
  [[ $__sam_fd == [012] ]] || exec {__sam_fd}>&-
done

__sam_fail() { # CODE
  printf 'launcher: %s %s\\n' "$1" "$__sam_index" >&2
  exit 125
}
`;

/** For tools with mounts of their own: the decision about paths, by descriptor. */
export const PATHS = `
__sam_mounts=() __sam_places=() __sam_made=() __sam_stages=()

# PATH: finds the deepest root that holds it.
__sam_inside() {
  local i root
  __sam_at=-1
  for i in "\${!__sam_roots[@]}"; do
    root=\${__sam_roots[i]}
    [[ $1 == "$root" || $1 == "$root"/* ]] || continue
    ((__sam_at < 0 || \${#root} > \${#__sam_roots[__sam_at]})) && __sam_at=$i
  done
  ((__sam_at >= 0))
}

# PATH: refuses what the deepest root does not let a tool write.
__sam_writable() {
  __sam_inside "$1" || __sam_fail outside
  [[ \${__sam_modes[__sam_at]} == rw ]] || __sam_fail readonly
  local name rest=\${1#"\${__sam_roots[__sam_at]}"}
  for name in "\${__sam_protected[@]}"; do
    [[ $rest/ == */"$name"/* ]] && __sam_fail protected
  done
  return 0
}

# PATH KINDS: opens it; its physical path is that of the descriptor, not of the name.
__sam_open() {
  if [[ -d $1 ]]; then [[ $2 == *d* ]] || __sam_fail kind
  elif [[ -f $1 ]]; then [[ $2 == *f* ]] || __sam_fail kind
  elif [[ -e $1 || -L $1 ]]; then __sam_fail kind
  else __sam_fail absent; fi
  exec {__sam_fd}<"$1" || __sam_fail denied
  # Again, on what was opened: the name may have changed hands since.
  if [[ -d /proc/self/fd/$__sam_fd ]]; then
    [[ $2 == *d* ]] || __sam_fail kind
    cd -P "/proc/self/fd/$__sam_fd" || __sam_fail denied
    __sam_real=$PWD
  else
    [[ -f /proc/self/fd/$__sam_fd && $2 == *f* ]] || __sam_fail kind
    IFS= read -r -d '' __sam_real < <(@readlink@ -z "/proc/self/fd/$__sam_fd") || __sam_fail denied
  fi
}

# REAL: a link led here. The caller may ask again for the real path, if a root holds it.
__sam_moved() {
  __sam_inside "$1" || __sam_fail outside
  printf 'launcher: moved %s\\n%s\\0\\n' "$__sam_index" "$1" >&2
  exit 125
}

# DEST: mounts must come parents first, or a later one would hide an earlier one.
__sam_place() {
  local earlier
  for earlier in "\${__sam_places[@]}"; do
    [[ $earlier == "$1" || $earlier == "$1"/* ]] && __sam_fail order
  done
  __sam_places+=("$1")
}

# PATH
__sam_read() {
  [[ $1 == /* ]] || __sam_fail absent
  __sam_open "$1" fd
  [[ $__sam_real == "$1" ]] || __sam_moved "$__sam_real"
  __sam_inside "$1" || __sam_fail outside
  __sam_place "$1"
  __sam_mounts+=(--ro-bind-fd "$__sam_fd" "$1")
}

# PATH: like __sam_read, but folders only.
__sam_read_dir() {
  [[ $1 == /* ]] || __sam_fail absent
  __sam_open "$1" d
  [[ $__sam_real == "$1" ]] || __sam_moved "$__sam_real"
  __sam_inside "$1" || __sam_fail outside
  __sam_place "$1"
  __sam_mounts+=(--ro-bind-fd "$__sam_fd" "$1")
}

# PATH: makes the folders that are missing and ends in PATH, its descriptor in __sam_fd.
__sam_enter() {
  local base=$1 rest= part
  while [[ ! -d $base ]]; do
    [[ -e $base || -L $base ]] && __sam_fail kind
    rest=\${base##*/}\${rest:+/$rest} base=\${base%/*}
    [[ $base ]] || base=/
  done
  __sam_open "$base" d
  [[ $__sam_real == "$base" ]] || __sam_moved "\${__sam_real%/}\${rest:+/$rest}\${2:+/$2}"
  base=\${base%/}
  while [[ $rest ]]; do
    part=\${rest%%/*}
    if [[ $rest == */* ]]; then rest=\${rest#*/}; else rest=; fi
    if @mkdir@ -- "./$part"; then __sam_made=("$base/$part" "\${__sam_made[@]}")
    else [[ -d ./$part ]] || __sam_fail denied; fi
    base=$base/$part
    __sam_open "./$part" d
    [[ $__sam_real == "$base" ]] || __sam_fail outside
  done
}

# PLACE NAME: mounts an existing name of the folder that we stand in over itself, read-only.
__sam_overlay() {
  [[ ( -f ./$2 || -d ./$2 ) && ! -L ./$2 ]] || return 0
  local here=$1
  __sam_open "./$2" fd
  [[ $__sam_real == "$here/$2" ]] || __sam_fail outside
  __sam_mounts+=("$3" "$__sam_fd" "$here/$2")
}

# PATH: a folder to write into, in which the names that run code for others stay as they are.
__sam_write_dir() {
  [[ $1 == /* ]] || __sam_fail absent
  [[ \${2-} == fixed ]] || __sam_writable "$1"
  __sam_enter "$1"
  __sam_place "$1"
  local name root folder=$__sam_fd
  __sam_mounts+=(--bind-fd "$folder" "$1")
  for name in "\${__sam_protected[@]}"; do
    cd -P "/proc/self/fd/$folder" || __sam_fail denied
    if [[ $name == .git && -d ./.git ]]; then
      # Bound onto itself it cannot be renamed away; commits go on working.
      __sam_overlay "$1" .git --bind-fd
      cd -P "/proc/self/fd/$folder" || __sam_fail denied
      __sam_overlay "$1" .git/hooks --ro-bind-fd
      cd -P "/proc/self/fd/$folder" || __sam_fail denied
      __sam_overlay "$1" .git/config --ro-bind-fd
    else
      __sam_overlay "$1" "$name" --ro-bind-fd
    fi
  done
  for root in "\${!__sam_roots[@]}"; do
    name=\${__sam_roots[root]}
    [[ \${__sam_modes[root]} == ro && $name == "$1"/* && -e $name ]] || continue
    __sam_open "$name" fd
    [[ $__sam_real == "$name" ]] || __sam_fail outside
    __sam_mounts+=(--ro-bind-fd "$__sam_fd" "$name")
  done
  cd -P "/proc/self/fd/$folder" || __sam_fail denied
}

# NUMBER
__sam_take_fixed() {
  [[ $1 == [0-9] || $1 == [1-9][0-9] || $1 == [1-9][0-9][0-9] ]] || __sam_fail words
  (($1 < \${#__sam_fixed_kinds[@]})) || __sam_fail words
  local source=\${__sam_fixed_sources[$1]} dest=\${__sam_fixed_dests[$1]}
  case \${__sam_fixed_kinds[$1]} in
    write-dir) __sam_write_dir "$source" fixed ;;
    *)
      __sam_open "$source" fd
      [[ $__sam_real == "$source" ]] || __sam_fail outside
      __sam_place "$dest"
      __sam_mounts+=(--ro-bind-fd "$__sam_fd" "$dest") ;;
  esac
}

# PATH: this call's own folder in the state.
__sam_result() {
  [[ $__sam_results && $1 == "$__sam_results"/+([A-Za-z0-9_-]) ]] || __sam_fail outside
  __sam_open "$1" d
  [[ $__sam_real == "$1" ]] || __sam_fail outside
  __sam_place "$1"
  __sam_mounts+=(--bind-fd "$__sam_fd" "$1")
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
    __sam_moved "$__sam_real"
  fi
  [[ ! -e ./$name || -f ./$name ]] || __sam_fail kind
  for i in "\${!__sam_stages[@]}"; do
    # Two files of one folder share its staging folder.
    if [[ \${__sam_stage_places[i]} == "$folder" ]]; then
      __sam_stage_in "\${__sam_stages[i]}" "$name"
      __sam_stage_files+=("$i" "$name")
      return
    fi
  done
  local descriptor=$__sam_fd
  IFS= read -r stage < <(@mktemp@ -d ./.shell-as-mcp-XXXXXXXXXX) || __sam_fail denied
  __sam_stages+=("$stage") __sam_stage_folders+=("$descriptor") __sam_stage_places+=("$folder")
  __sam_stage_files+=("$((\${#__sam_stages[@]} - 1))" "$name")
  __sam_stage_in "$stage" "$name"
  __sam_open "$stage" d
  [[ $__sam_real == "$folder/\${stage#./}" ]] || __sam_fail outside
  __sam_place "$folder"
  __sam_mounts+=(--bind-fd "$__sam_fd" "$folder")
}

# STAGE NAME: what is there already goes in, for tools that change a file.
__sam_stage_in() {
  [[ -f ./$2 && ! -L ./$2 ]] || return 0
  @cp@ --reflink=auto -- "./$2" "$1/$2" || __sam_fail setup
}

__sam_child= __sam_stage_folders=() __sam_stage_places=() __sam_stage_files=()

# Takes the staging folders away, whatever happened.
__sam_clean() {
  local i
  for i in "\${!__sam_stages[@]}"; do
    cd -P "/proc/self/fd/\${__sam_stage_folders[i]}" && @rm@ -rf -- "\${__sam_stages[i]}"
  done
}

__sam_undo() {
  __sam_clean
  cd /
  ((\${#__sam_made[@]})) && @rmdir@ --ignore-fail-on-non-empty -- "\${__sam_made[@]}"
}

__sam_stop() {
  if [[ $__sam_child ]]; then
    kill -KILL "$__sam_child"
    wait "$__sam_child"
  fi
  exit 143
}
# Whatever ends us, the staging folders go; a server that was killed reaches us as SIGTERM.
trap __sam_undo EXIT
trap __sam_stop TERM INT HUP

# Puts the staged files in place: rename(2), so that nobody sees half of one.
__sam_commit() {
  local i stage name
  for ((i = 0; i < \${#__sam_stage_files[@]}; i += 2)); do
    stage=\${__sam_stages[\${__sam_stage_files[i]}]} name=\${__sam_stage_files[i + 1]}
    cd -P "/proc/self/fd/\${__sam_stage_folders[\${__sam_stage_files[i]}]}" || return 1
    [[ -f $stage/$name && ! -L $stage/$name ]] || continue
    @mv@ -fT -- "$stage/$name" "./$name" || return 1
  done
}
`;
