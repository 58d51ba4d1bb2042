#!/usr/bin/env bash
# clone.sh ROOT: times the README's two commands in a fresh clone of ROOT's last commit, one after the
# other, with packages installed before: wall time, and processor time of all processes. Each command
# starts from nothing. Prints one line a command.
set -euo pipefail
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$root/dev" setup
commit=$(git -C "$root" rev-parse --short HEAD)
TIMEFORMAT='%R %U %S'

# timed <name> <command...>
timed() {
  local name=$1 status=0
  shift
  rm -rf "$folder/clone"
  git clone --quiet "$root" "$folder/clone"
  { time "$folder/clone/dev" "$@" >"$folder/log" 2>&1 || status=$?; } 2>"$folder/times"
  if [ $status != 0 ]; then tail -n 40 "$folder/log" >&2; fi
  awk -v name="$name" -v commit="$commit" -v cores="$(nproc)" -v status=$status \
    '{ printf "%s of %s, %d cores: %.0f s, processor %.0f s, exit code %d\n", name, commit, cores, $1, $2 + $3, status }' \
    "$folder/times"
  return $status
}

timed "./dev run p16 --tiled" run p16 --tiled
timed "./dev test" test
