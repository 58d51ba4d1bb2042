#!/usr/bin/env bash
# coverage_page.sh HIPPUZZLE: docs/reference/cc-functions.md, of what `hippuzzle cc --coverage` lists.
# coverage_page.sh HIPPUZZLE PAGE: whether PAGE is that.
set -euo pipefail

page() {
  "$1" cc --coverage | awk '
    function group_of(name) {
      if (name ~ /rtc|Module/) return "modules and hiprtc"
      if (name ~ /Graph/) return "graphs"
      if (name ~ /Ctx/) return "contexts"
      if (name ~ /Launch|Func|Occupancy|ConfigureCall|SetupArgument/) return "launches and kernels"
      if (name ~ /Tex|Surface|Array|Mipmapped|ChannelDesc/) return "arrays, textures, surfaces"
      if (name ~ /Malloc|Free|Mem|Host|Pointer|Symbol/) return "memory"
      if (name ~ /Stream|Event/) return "streams and events"
      if (name ~ /Device|Peer|Driver|Init|Runtime/) return "devices"
      return "others"
    }
    NR == 1 {
      print "# Functions of HIP on the CPU\n"
      print "The functions that HIP 5.2 declares for the host, and which of them programs of [`hippuzzle cc`](cc.md)"
      printf "can call: %d of %d. Written by `tests/hip_cc/coverage_page.sh`.\n\n", $1, $3
      print "| | there | of | not there |\n|---|---|---|---|"
      next
    }
    /^there:/ { there = 1; next }
    /^not there:/ { there = 0; next }
    NF == 1 {
      group = group_of($1)
      if (!(group in all)) order[++groups] = group
      ++all[group]
      if (there) { ++some[group]; have[group] = have[group] (have[group] ? ", " : "") "`" $1 "`" }
      else lacks[group] = lacks[group] (lacks[group] ? ", " : "") "`" $1 "`"
    }
    END {
      for (i = 1; i <= groups; ++i)
        printf "| %s | %d | %d | %s |\n", order[i], some[order[i]], all[order[i]], lacks[order[i]]
      print "\nThere are:\n"
      for (i = 1; i <= groups; ++i)
        if (some[order[i]]) printf "- %s: %s.\n", order[i], have[order[i]]
    }'
}

if [ $# -eq 1 ]; then
  page "$1"
elif ! difference=$(diff <(page "$1") "$2"); then
  printf '%s\nis not what hippuzzle has; write it anew: tests/hip_cc/coverage_page.sh %s > %s\n' "$difference" "$1" "$2" >&2
  exit 1
fi
