#!/usr/bin/env bash
set -euo pipefail
# JSON in plain bash, to be sourced. Needs LC_ALL=C, so that one character is one byte.
#
# A value is built up in JSON_TEXT: json_open, json_string, json_raw, json_close. JSON_PRETTY=0 leaves out all blanks.

JSON_VALUE='' JSON_TEXT='' JSON_DEPTH=0 JSON_FIRST=1 JSON_PRETTY=1 JSON_COLON=': ' JSON_COMMA=', '

# One character beyond ASCII (RFC 3629, section 4).
UTF8_CHARACTER=$'^([\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}|\xED[\x80-\x9F][\x80-\xBF]'
UTF8_CHARACTER+=$'|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2})'

# Sets JSON_VALUE to the text as a JSON string (RFC 8259, section 7). Bytes that are no UTF-8 become U+FFFD.
json_quote() { # TEXT
  local text=$1 out='' byte code i
  for ((i = 0; i < ${#text}; i++)); do
    byte=${text:i:1}
    case $byte in
      '"' | \\) out+=\\$byte ;;
      $'\n') out+='\n' ;;
      $'\t') out+='\t' ;;
      $'\r') out+='\r' ;;
      [[:cntrl:]])
        printf -v code '%04x' "'$byte"
        out+="\\u$code"
        ;;
      [[:print:]]) out+=$byte ;;
      *)
        if [[ ${text:i:4} =~ $UTF8_CHARACTER ]]; then
          out+=${BASH_REMATCH[0]}
          i=$((i + ${#BASH_REMATCH[0]} - 1))
        else
          out+=$'\xEF\xBF\xBD'
        fi
        ;;
    esac
  done
  JSON_VALUE="\"$out\""
}

# Chooses between indented lines and one line without blanks.
json_style() { # pretty|compact
  [[ $1 == pretty ]] || JSON_PRETTY=0 JSON_COLON=: JSON_COMMA=,
}

# Starts a line of the open object: comma, line break, indentation.
json_next() {
  ((JSON_FIRST)) || JSON_TEXT+=,
  JSON_FIRST=0
  if ((JSON_PRETTY && JSON_DEPTH)); then
    local indent
    printf -v indent '\n%*s' $((JSON_DEPTH * 2)) ''
    JSON_TEXT+=$indent
  fi
}

# Adds a member whose value is JSON already.
json_raw() { # KEY JSON
  json_next
  json_quote "$1"
  JSON_TEXT+=$JSON_VALUE$JSON_COLON$2
}

# Adds a text; an empty one is null.
json_string() { # KEY TEXT
  local value=null
  if [[ -n $2 ]]; then
    json_quote "$2"
    value=$JSON_VALUE
  fi
  json_raw "$1" "$value"
}

# Adds a whole number; anything else is null.
json_number() { # KEY NUMBER
  if [[ $2 =~ ^(0|[1-9][0-9]*)$ ]]; then json_raw "$1" "$2"; else json_raw "$1" null; fi
}

# Adds an array of texts on one line.
json_strings() { # KEY TEXT…
  local key=$1 list='' text
  shift
  for text; do
    json_quote "$text"
    list+=${list:+$JSON_COMMA}$JSON_VALUE
  done
  json_raw "$key" "[$list]"
}

# Opens an object: the outermost without a key, else as a member.
json_open() { # [KEY]
  if (($#)); then json_raw "$1" '{'; else JSON_TEXT+='{'; fi
  JSON_DEPTH=$((JSON_DEPTH + 1)) JSON_FIRST=1
}

# Closes the object opened last.
json_close() {
  local empty=$JSON_FIRST
  JSON_DEPTH=$((JSON_DEPTH - 1)) JSON_FIRST=1
  if ((JSON_PRETTY && !empty)); then json_next; ((JSON_DEPTH)) || JSON_TEXT+=$'\n'; fi
  JSON_TEXT+='}'
  JSON_FIRST=0
}
