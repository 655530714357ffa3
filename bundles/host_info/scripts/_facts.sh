#!/usr/bin/env bash
set -euo pipefail
# Facts about the system, to be sourced. Each function sets REPLY or adds members to the open JSON object.

# Sets REPLY to one field of os-release(5), empty when there is none.
os_release() { # FIELD
  local file line
  REPLY=''
  for file in /etc/os-release /usr/lib/os-release; do
    [[ -r $file ]] || continue
    while IFS= read -r line || [[ -n $line ]]; do
      [[ $line == "$1="* ]] || continue
      line=${line#*=}
      case $line in \"*\" | \'*\') line=${line:1:${#line}-2} ;; esac
      REPLY=${line//\\/}
    done <"$file"
    return 0
  done
}

add_os() {
  local name='' version='' kernel
  kernel=$(uname -s)
  if [[ $kernel == Darwin ]]; then
    name=$(sw_vers -productName || true)
    version=$(sw_vers -productVersion || true)
    REPLY="$name $version"
  else
    os_release NAME && name=$REPLY
    os_release VERSION_ID && version=$REPLY
    os_release PRETTY_NAME
  fi
  json_open os
  json_string name "$name"
  json_string version "$version"
  json_string description "$REPLY"
  json_string kernel "$kernel"
  json_string kernel_release "$(uname -r)"
  json_string arch "$(uname -m)"
  json_close
}

# Sets REPLY to the name of the zone in the time zone database, empty when it cannot be known.
zone_name() { # value of TZ
  local folder=/usr/share/zoneinfo size
  REPLY=${1#:}
  [[ -n $REPLY || ! -e /etc/localtime ]] || REPLY=$(readlink /etc/localtime || true)
  REPLY=${REPLY#*/zoneinfo/}
  [[ $REPLY == /* || $REPLY == ../* ]] && REPLY=''
  [[ -z $REPLY && -r /etc/localtime && -d $folder ]] || return 0
  # /etc/localtime is a plain file (so it is in a sandbox): some zone has the same rules
  size=$(wc -c </etc/localtime)
  REPLY=$(find "$folder" \( -name posix -o -name right \) -prune -o -type f -name '[A-Z]*' -size "${size//[!0-9]/}c" \
    -exec cmp -s {} /etc/localtime \; -print -quit 2>/dev/null || true)
  REPLY=${REPLY#"$folder/"}
}

# TZ is set only for the command, so that an empty value does not turn local time into UTC.
local_date() { if [[ -n $1 ]]; then TZ=$1 date "$2"; else date "$2"; fi; }

add_time() { # value of TZ
  json_open date
  json_string local "$(local_date "$1" +%Y-%m-%dT%H:%M:%S%z)"
  json_string utc "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
  json_string weekday "$(local_date "$1" +%A)"
  json_close
  zone_name "$1"
  json_open time_zone
  json_string name "$REPLY"
  json_string abbreviation "$(local_date "$1" +%Z)"
  json_string utc_offset "$(local_date "$1" +%z)"
  json_close
}

# Processor and memory from proc(5).
linux_hardware() {
  local key value model='' logical=0 package=0 cores='' physical=0 total='' available=''
  while IFS=: read -r key value; do
    value=${value# }
    while [[ $key == *[[:space:]] ]]; do key=${key%[[:space:]]}; done
    case $key in
      processor) logical=$((logical + 1)) ;;
      'model name' | 'cpu model' | Model) model=${model:-$value} ;;
      'physical id') package=$value ;;
      'core id')
        [[ $cores == *" $package/$value "* ]] || physical=$((physical + 1))
        cores+=" $package/$value "
        ;;
    esac
  done </proc/cpuinfo
  while read -r key value _; do
    case $key in
      MemTotal:) total=$((value * 1024)) ;;
      MemAvailable:) available=$((value * 1024)) ;;
    esac
  done </proc/meminfo
  json_string cpu_model "$model"
  json_number logical_cores "${logical#0}"
  json_number physical_cores "${physical#0}"
  json_number memory_total_bytes "$total"
  json_number memory_available_bytes "$available"
  # a container may use less than the machine has
  value=''
  [[ ! -r /sys/fs/cgroup/memory.max ]] || read -r value </sys/fs/cgroup/memory.max || true
  json_number memory_limit_bytes "$value"
}

darwin_hardware() {
  json_string cpu_model "$(sysctl -n machdep.cpu.brand_string || true)"
  json_number logical_cores "$(sysctl -n hw.logicalcpu || true)"
  json_number physical_cores "$(sysctl -n hw.physicalcpu || true)"
  json_number memory_total_bytes "$(sysctl -n hw.memsize || true)"
  json_number memory_available_bytes ''
  json_number memory_limit_bytes ''
}

add_hardware() { # folder for temporary files
  local blocks='' available=''
  json_open hardware
  if [[ -r /proc/cpuinfo && -r /proc/meminfo ]]; then linux_hardware; else darwin_hardware; fi
  # the disk of /usr: in a sandbox `/` is a file system of its own
  bounded 3 "$1/df.out" "$1/df.err" df -Pk /usr || true
  { read -r _ && read -r _ blocks _ available _; } <"$1/df.out" || true
  json_number system_disk_total_bytes "${blocks:+$((blocks * 1024))}"
  json_number system_disk_available_bytes "${available:+$((available * 1024))}"
  json_close
}
