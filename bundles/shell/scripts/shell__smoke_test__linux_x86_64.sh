#!/usr/bin/env bash
set -euo pipefail
# Runs both scripts of the bundle on Linux x86_64; prints PASS, or the first check that failed.

if [[ $(uname -s)_$(uname -m) != Linux_x86_64 ]]; then
  printf 'SKIP: made for Linux x86_64\n'
  exit 0
fi

folder=${BASH_SOURCE[0]%/*}
[[ $folder != "${BASH_SOURCE[0]}" ]] || folder=.
bash=$(command -v bash)

check() { # NAME EXPECTED ACTUAL
  [[ $2 == "$3" ]] && return 0
  printf 'FAIL: %s\n  expected: %q\n  actual:   %q\n' "$1" "$2" "$3" >&2
  exit 1
}

# The added character keeps the newlines that a command substitution would cut.
echoed() { env -i PATH=/usr/bin SCRIPT_PREFIX=yaml-script "$bash" "$folder/shell__run_script_echo.sh" "$1" && printf x; }

values=('' 'plain' '-n' '--help' '-e \n' "it's \"quoted\"" $'$HOME `id` $(id)' '*' $'two\nlines\n' $'tab\there' 'Grüße 你好 🙂' '%s%n' $'\\')
for value in "${values[@]}"; do
  check "value $value" "yaml-script:$value"$'\nx' "$(echoed "$value")"
done

status=0
"$bash" "$folder/shell__run_script_echo.sh" one two 2>/dev/null || status=$?
check 'two arguments are refused' 2 "$status"

check 'healthz' '{"status":"ok","bundle":"shell","missing":[]}' "$(env -i PATH=/usr/bin "$bash" "$folder/shell__healthz.sh")"

printf 'PASS: shell, %d values\n' "${#values[@]}"
