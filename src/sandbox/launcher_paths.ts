/**
 * The part of a launcher that decides about paths. The rules of `launcher_head.ts` hold.
 *
 * @module
 */
import type { PathKind } from "../spec/types.ts";

/** The mounts that a tool's calls may bring. */
export interface MountNeeds {
  kinds: readonly PathKind[];
  fixed: boolean;
  /** Whether a fixed mount is writable. */
  fixedWritable: boolean;
  result: boolean;
}

/** The functions for these mounts and no others: each is parsed at every call. */
export function pathFunctions({ kinds, fixed, fixedWritable, result }: MountNeeds): string {
  const writeDir = kinds.includes("write-dir") || fixedWritable;
  return [
    OPEN,
    ...(kinds.includes("read") ? [READ] : []),
    ...(kinds.includes("read-dir") ? [READ_DIR] : []),
    ...(writeDir || kinds.includes("write") ? [ENTER] : []),
    ...(writeDir ? [WRITE_DIR] : []),
    ...(fixed ? [fixedWritable ? FIXED_WRITABLE : FIXED] : []),
    ...(result ? [RESULT] : []),
  ].join("");
}

/** The decision about a path, by descriptor. */
const OPEN = `
__sam_mounts=() __sam_places=() __sam_made=() __sam_stages=()
__sam_files=() __sam_names=() __sam_ways=() __sam_indices=()

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

# PATH KINDS: opens it. The physical path is that of the descriptor, not of the name; for a
# file it costs a process, so that __sam_settle asks for all of them at once.
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
    __sam_real=''
  fi
}

# PATH WAY: what was opened must be PATH itself; else the call ends the WAY "moved" or "outside".
__sam_expect() {
  if [[ $__sam_real ]]; then
    [[ $__sam_real == "$1" ]] || __sam_astray "$__sam_real" "$2"
  else
    __sam_files+=("/proc/self/fd/$__sam_fd") __sam_names+=("$1")
    __sam_ways+=("$2") __sam_indices+=("$__sam_index")
  fi
}

# Holds every file that was opened against its path, before anything is mounted.
__sam_settle() {
  local i real reals=()
  ((\${#__sam_files[@]})) || return 0
  # NUL ends each path: one that was cut off is not read.
  while IFS= read -r -d '' real; do
    reals+=("$real")
  done < <(@readlink@ -z -- "\${__sam_files[@]}")
  ((\${#reals[@]} == \${#__sam_files[@]})) || __sam_fail denied
  for i in "\${!reals[@]}"; do
    __sam_index=\${__sam_indices[i]}
    [[ \${reals[i]} == "\${__sam_names[i]}" ]] || __sam_astray "\${reals[i]}" "\${__sam_ways[i]}"
  done
  __sam_files=() __sam_names=() __sam_ways=() __sam_indices=()
}

# Closes every descriptor but those of the mounts. bubblewrap hands the others on, and from a
# folder's descriptor "..", again and again, leads a tool to all that its user may reach.
__sam_close_others() {
  local i fd keep=' 0 1 2 '
  for ((i = 1; i < \${#__sam_mounts[@]}; i += 3)); do keep+="\${__sam_mounts[i]} "; done
  for fd in /proc/self/fd/*; do
    fd=\${fd##*/}
    [[ $keep == *" $fd "* || /proc/self/fd/$fd -ef $0 ]] || exec {fd}>&-
  done
}

# REAL WAY: a link led here. The caller may ask again for the real path, if a root holds it.
__sam_astray() {
  [[ $2 == moved ]] && __sam_inside "$1" || __sam_fail outside
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

# PATH KINDS
__sam_show() {
  [[ $1 == /* ]] || __sam_fail absent
  __sam_open "$1" "$2"
  __sam_expect "$1" moved
  __sam_inside "$1" || __sam_fail outside
  __sam_place "$1"
  __sam_mounts+=(--ro-bind-fd "$__sam_fd" "$1")
}
`;

const READ = `
# PATH
__sam_read() { __sam_show "$1" fd; }
`;

const READ_DIR = `
# PATH
__sam_read_dir() { __sam_show "$1" d; }
`;

/** For everything that is written. */
const ENTER = `
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

# PATH: makes the folders that are missing and ends in PATH, its descriptor in __sam_fd.
__sam_enter() {
  local base=$1 rest='' part
  while [[ ! -d $base ]]; do
    [[ -e $base || -L $base ]] && __sam_fail kind
    rest=\${base##*/}\${rest:+/$rest} base=\${base%/*}
    [[ $base ]] || base=/
  done
  __sam_open "$base" d
  if [[ $__sam_real != "$base" ]]; then
    __sam_astray "\${__sam_real%/}\${rest:+/$rest}\${2:+/$2}" moved
  fi
  base=\${base%/}
  while [[ $rest ]]; do
    part=\${rest%%/*}
    if [[ $rest == */* ]]; then rest=\${rest#*/}; else rest=''; fi
    if @mkdir@ -- "./$part"; then __sam_made=("/proc/self/fd/$__sam_fd/$part" "\${__sam_made[@]}")
    else [[ -d ./$part ]] || __sam_fail denied; fi
    base=$base/$part
    __sam_open "./$part" d
    __sam_expect "$base" outside
  done
}
`;

const WRITE_DIR = `
# PLACE NAME: mounts an existing name of the folder that we stand in over itself, read-only.
__sam_overlay() {
  [[ ( -f ./$2 || -d ./$2 ) && ! -L ./$2 ]] || return 0
  local here=$1
  __sam_open "./$2" fd
  __sam_expect "$here/$2" outside
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
    __sam_expect "$name" outside
    __sam_mounts+=(--ro-bind-fd "$__sam_fd" "$name")
  done
  cd -P "/proc/self/fd/$folder" || __sam_fail denied
}
`;

const FIXED_HEAD = `
# NUMBER
__sam_take_fixed() {
  [[ $1 == [0-9] || $1 == [1-9][0-9] || $1 == [1-9][0-9][0-9] ]] || __sam_fail words
  (($1 < \${#__sam_fixed_kinds[@]})) || __sam_fail words
  local source=\${__sam_fixed_sources[$1]} dest=\${__sam_fixed_dests[$1]}`;

const FIXED_TAIL = `
  __sam_open "$source" fd
  __sam_expect "$source" outside
  __sam_place "$dest"
  __sam_mounts+=(--ro-bind-fd "$__sam_fd" "$dest")
}
`;

const FIXED = FIXED_HEAD + FIXED_TAIL;

const FIXED_WRITABLE = `${FIXED_HEAD}
  if [[ \${__sam_fixed_kinds[$1]} == write-dir ]]; then
    __sam_write_dir "$source" fixed
    return
  fi${FIXED_TAIL}`;

const RESULT = `
# PATH: this call's own folder in the state.
__sam_result() {
  [[ $__sam_results && $1 == "$__sam_results"/+([A-Za-z0-9_-]) ]] || __sam_fail outside
  __sam_open "$1" d
  __sam_expect "$1" outside
  __sam_place "$1"
  __sam_mounts+=(--bind-fd "$__sam_fd" "$1")
}
`;
