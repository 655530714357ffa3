#!/usr/bin/env bash
set -euo pipefail

# The linter's rules for [V4+ Styles]; _lib.sh, _events.sh and _findings.sh must be sourced first.

style_fields=(Name Fontname Fontsize PrimaryColour SecondaryColour OutlineColour BackColour Bold Italic Underline
  StrikeOut ScaleX ScaleY Spacing Angle BorderStyle Outline Shadow Alignment MarginL MarginR MarginV Encoding)
styles_format=() style_names='' used_styles='' style_count=0

# has_line LIST TEXT: TEXT is one of the lines of LIST.
has_line() {
  [[ $'\n'$1 == *$'\n'"$2"$'\n'* ]]
}

# check_styles_format VALUE
check_styles_format() {
  local name missing='' joined
  if ((${#styles_format[@]} > 0)); then
    error format-duplicate 'There is a second Format line in [V4+ Styles]' 'Keep one'
    return
  fi
  split_names "$1"
  styles_format=("${names[@]}")
  printf -v joined '%s\n' "${styles_format[@]}"
  for name in "${style_fields[@]}"; do
    has_line "$joined" "$name" || missing+="${missing:+, }$name"
  done
  [[ -z $missing ]] || error styles-format "The Format of the styles lacks $missing" 'Take the Format line that get_spec shows'
}

# split_names VALUE: names becomes the words between the commas.
split_names() {
  local rest=$1,
  names=()
  while [[ -n $rest ]]; do
    trim "${rest%%,*}"
    names+=("$REPLY")
    rest=${rest#*,}
  done
}

# check_style VALUE
check_style() {
  local index
  style_count=$((style_count + 1))
  if ((${#styles_format[@]} == 0)); then
    error styles-format-missing 'A Style stands before the Format line' 'Put the Format line first'
    return
  fi
  split_names "$1"
  if ((${#names[@]} != ${#styles_format[@]})); then
    error style-field-count "The style has ${#names[@]} values, its Format ${#styles_format[@]} fields" \
      'Give one value for each field; no value may hold a comma'
    return
  fi
  for index in "${!names[@]}"; do
    check_style_field "${styles_format[index]}" "${names[index]}"
  done
}

# check_style_field NAME VALUE
check_style_field() {
  local number_form='^-?[[:digit:]]{1,6}(\.[[:digit:]]+)?$'
  case $1 in
    Name)
      [[ -n $2 ]] || error style-name 'The style has no name' 'Give it one'
      ! has_line "$style_names" "$2" || error style-duplicate "The style \"$2\" is there already" 'Give every style another name'
      style_names+=$2$'\n'
      ;;
    Fontname) [[ -n $2 ]] || error style-font 'The style has no font' 'Name a font, such as Arial' ;;
    Fontsize)
      [[ $2 =~ $number_form && $2 =~ [123456789] && $2 != -* ]] ||
        error style-size "Fontsize is \"$2\"" 'Write a number above 0'
      ;;
    *Colour)
      [[ $2 =~ ^'&'[hH][[:xdigit:]]{1,8}'&'?$ || $2 =~ ^-?[[:digit:]]{1,10}$ ]] ||
        error style-colour "$1 is \"$2\"" 'Write &HAABBGGRR'
      [[ $2 =~ ^'&'[hH][[:xdigit:]]{8}$ ]] || doubt style-colour-form "$1 is \"$2\"" 'Write all eight digits: &HAABBGGRR'
      ;;
    Bold | Italic | Underline | StrikeOut)
      [[ $2 == 0 || $2 == -1 || $2 == 1 || ($1 == Bold && $2 =~ ^[1-9]00$) ]] ||
        error style-flag "$1 is \"$2\"" 'Write -1 for on, 0 for off'
      ;;
    ScaleX | ScaleY | Outline | Shadow)
      [[ $2 =~ $number_form && $2 != -* ]] || error style-number "$1 is \"$2\"" 'Write a number that is not negative'
      ;;
    Spacing | Angle) [[ $2 =~ $number_form ]] || error style-number "$1 is \"$2\"" 'Write a number' ;;
    BorderStyle)
      [[ $2 == 1 || $2 == 3 || $2 == 4 ]] || error style-border "BorderStyle is \"$2\"" 'Write 1 (border) or 3 (box)'
      ;;
    Alignment) [[ $2 == [123456789] ]] || error style-alignment "Alignment is \"$2\"" 'Write a digit from 1 to 9' ;;
    MarginL | MarginR | MarginV | Encoding)
      [[ $2 =~ ^-?[[:digit:]]{1,5}$ ]] || error style-number "$1 is \"$2\"" 'Write a whole number'
      ;;
  esac
}

# check_styles_used: only when strict.
check_styles_used() {
  local name
  [[ -z $style_names ]] || has_line "$style_names" Default ||
    error style-default 'There is no style called Default' 'Add one: events fall back to it'
  while IFS= read -r name; do
    [[ -z $name || $name == Default ]] || has_line "$used_styles" "$name" ||
      error style-unused "No event uses the style \"$name\"" 'Remove it, or use it'
  done <<<"$style_names"
}
