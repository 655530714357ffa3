#!/usr/bin/env bash
set -euo pipefail
# How each kind of display gives a picture, to be sourced. LC_ALL is a UTF-8 locale.

FOUND_TITLE='' FOUND_COUNT=0 WIDTH=0 HEIGHT=0 JSON_TEXT=''

# Sets JSON_TEXT to the text as a JSON string (RFC 8259, section 7).
json_text() { # TEXT
  local text=$1 i character code
  JSON_TEXT=''
  for ((i = 0; i < ${#text}; i++)); do
    character=${text:i:1}
    case $character in
      '"' | \\) JSON_TEXT+=\\$character ;;
      [[:cntrl:]])
        printf -v code '\\u%04x' "'$character"
        JSON_TEXT+=$code
        ;;
      *) JSON_TEXT+=$character ;;
    esac
  done
  JSON_TEXT="\"$JSON_TEXT\""
}

# Ends the call with its answer.
fail() { # SENTENCE
  json_text "$1"
  printf '{"error":%s}\n' "$JSON_TEXT"
  exit 1
}

has() { type -P "$1" >/dev/null; }

# Runs a program that takes a picture; what it says is told when it fails.
try() { # PROGRAM WORD…
  local said
  said=$("$@" 2>&1 </dev/null) || fail "$1 could not take the picture: ${said:-it does not say why}"
}

# Sets WIDTH and HEIGHT from a PNG's header (PNG, section 11.2.2).
png_size() { # FILE
  local -a b
  [[ -s $1 ]] || return 1
  read -r -a b < <(od -An -v -tu1 -N24 -w24 -- "$1")
  ((${#b[@]} == 24)) && [[ ${b[*]:0:8} == '137 80 78 71 13 10 26 10' ]] || return 1
  # shellcheck disable=SC2034 # who sources this reads it
  WIDTH=$((b[16] << 24 | b[17] << 16 | b[18] << 8 | b[19]))
  # shellcheck disable=SC2034
  HEIGHT=$((b[20] << 24 | b[21] << 16 | b[22] << 8 | b[23]))
}

x11_screen() { # FILE
  if has maim; then try maim "$1"
  elif has scrot; then try scrot -z -- "$1"
  elif has import; then try import -window root "$1"
  elif has ffmpeg; then try ffmpeg -loglevel error -f x11grab -i "$DISPLAY" -frames:v 1 -y "$1"
  else fail 'No program for screenshots of X11 was found; install maim, scrot, imagemagick or ffmpeg'; fi
}

# Prints "ID TITLE" of every window with a title that can be seen.
x11_windows() {
  local id line
  if has wmctrl && line=$(wmctrl -l 2>/dev/null) && [[ -n $line ]]; then
    while read -r id _ _ line; do printf '%s %s\n' "$id" "$line"; done <<<"$line"
  elif has xdotool; then
    for id in $(xdotool search --onlyvisible --name . 2>/dev/null); do
      printf '%s %s\n' "$id" "$(xdotool getwindowname "$id" 2>/dev/null)"
    done
  elif has xwininfo; then
    xwininfo -root -tree | sed -nE 's/^ +(0x[0-9a-f]+) "(.*)": \(.*$/\1 \2/p'
  else
    fail 'No program that lists windows was found; install wmctrl, xdotool or x11-utils'
  fi
}

# Sets FOUND_ID, FOUND_TITLE and FOUND_COUNT from lines "ID TITLE" on the standard input.
choose_window() { # TITLE
  local id line titles=()
  FOUND_ID=''
  while read -r id line; do
    [[ -n $line ]] || continue
    titles+=("$line")
    [[ ${line,,} == *"${1,,}"* ]] || continue
    FOUND_COUNT=$((FOUND_COUNT + 1))
    # shellcheck disable=SC2034
    [[ -n $FOUND_ID ]] || FOUND_ID=$id FOUND_TITLE=$line
  done
  [[ -n $FOUND_ID ]] || {
    printf -v line '"%s", ' "${titles[@]:0:30}"
    fail "No window that can be seen has \"$1\" in its title; there are ${line%, }"
  }
}

x11_window() { # FILE TITLE
  local list
  list=$(x11_windows) || {
    printf '%s\n' "$list"
    exit 1
  }
  choose_window "$2" <<<"$list"
  if has maim; then try maim -i "$((FOUND_ID))" "$1"
  elif has import; then try import -window "$FOUND_ID" "$1"
  elif has ffmpeg; then try ffmpeg -loglevel error -f x11grab -window_id "$((FOUND_ID))" -i "$DISPLAY" -frames:v 1 -y "$1"
  else fail 'No program that takes one window was found; install maim, imagemagick or ffmpeg'; fi
}

wayland_screen() { # FILE
  if has grim; then try grim "$1"
  elif has gnome-screenshot; then try gnome-screenshot -f "$1"
  elif has spectacle; then try spectacle -b -n -o "$1"
  else fail 'No program for screenshots of Wayland was found; install grim, gnome-screenshot or spectacle'; fi
}

wayland_window() { # FILE TITLE
  local list box
  if ! has grim || ! has jq; then fail 'A window of Wayland takes grim and jq; install them'; fi
  if has hyprctl; then
    list=$(hyprctl clients -j | jq -r '.[] | "\(.at[0]),\(.at[1])_\(.size[0])x\(.size[1]) \(.title)"') || list=''
  elif has swaymsg; then
    list=$(swaymsg -t get_tree | jq -r '.. | objects | select(.visible? == true and .pid?) | .rect as $r | "\($r.x),\($r.y)_\($r.width)x\($r.height) \(.name)"') || list=''
  else
    fail 'This compositor shows no list of windows (sway and Hyprland do); take the screen'
  fi
  choose_window "$2" <<<"$list"
  box=${FOUND_ID/_/ }
  try grim -g "$box" "$1"
}

mac_screen() { # FILE
  try screencapture -x "$1"
}

mac_window() { # FILE TITLE
  local list
  # shellcheck disable=SC2016 # JavaScript
  list=$(osascript -l JavaScript -e 'ObjC.import("CoreGraphics");
    const all = ObjC.deepUnwrap(ObjC.castRefToObject($.CGWindowListCopyWindowInfo(1, 0)));
    all.map((w) => `${w.kCGWindowNumber} ${w.kCGWindowName || w.kCGWindowOwnerName || ""}`).join("\n")') ||
    fail 'The windows could not be listed; give the terminal the right to record the screen'
  choose_window "$2" <<<"$list"
  try screencapture -x -l "$FOUND_ID" "$1"
}
