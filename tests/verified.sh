#!/usr/bin/env bash
# verified.sh [--append] [BUILD] [JUNIT]: one row of docs/project/verified.md about the last `./dev test --all`:
# date, commit, system, toolchains, devices, and how many tests passed, failed and were skipped.
# BUILD is the build tree, build/dev by default, JUNIT ctest's report, build/log/test_all.xml. Prints
# the row; with --append it is added to the page as well.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
append=
if [ "${1:-}" = --append ]; then append=yes; shift; fi
build=${1:-$root/build/dev}
junit=${2:-$root/build/log/test_all.xml}

# Items, one a line, as one cell of the table.
cell() { paste -sd ';' | sed 's/;/; /g; s/^$/–/'; }

system=$(. /etc/os-release && echo "$NAME ${VERSION_ID:-}")
commit=$(git -C "$root" rev-parse --short HEAD 2>/dev/null || echo –) # – where there is no repository
[ -z "$(git -C "$root" status --porcelain --untracked-files=no 2>/dev/null)" ] || commit+=", changed"
toolchains=$(cell <"$build/toolchains.txt") # written when the tests were configured
# Only device entries have names.
devices=$("$build/bin/hippuzzle" devices --json | { grep -oE '"name":"[^"]*"' || true; } | sed -E 's/^"name":"(.*)"$/\1/' | cell)
counts=$(awk -f "$root/tests/summary.awk" "$junit" | tail -n 1)
read -r passed _ failed _ skipped _ <<<"$counts"

row="| $(date -r "$junit" +%F) | $commit | $system | $toolchains | $devices | all tests | $passed | $failed | $skipped |"
echo "$row"
if [ -n "$append" ]; then echo "$row" >>"$root/docs/project/verified.md"; fi
