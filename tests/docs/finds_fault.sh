#!/usr/bin/env bash
# finds_fault.sh CHECK FOLDER HIPPUZZLE: makes in FOLDER a small tree with right pages, on which
# check_docs.sh must be silent, then plants one fault for CHECK, which it must report.
set -euo pipefail
check=$1 tree=$2 hippuzzle=$3
script=$(dirname "$(realpath "$0")")/check_docs.sh

rm -rf "$tree"
mkdir -p "$tree"/docs/{learn,project,reference,teach} "$tree/common/engine/judge" "$tree/cli"
cd "$tree"
echo 'int judge();' >common/engine/judge/judge.cpp
cat >docs/project/architecture.md <<'PAGE'
# Architecture
`common/engine/judge/judge.cpp:judge` judges.
PAGE
cat >docs/reference/commands.md <<PAGE
# Commands
$("$hippuzzle" --help | sed -nE 's/^  ([a-z][a-z-]+) .*/    hippuzzle \1/p')
PAGE
echo '# Start' >docs/learn/start.md
echo '# Grading' >docs/teach/grading.md
printf '# Check\n- [Allowing](#allowing-a-finding)\n## Allowing a finding\n' >docs/reference/check.md
for page in amd_emulator architecture cc commands gemm grading layouts occupancy roofline teaching verified; do
  echo 'Moved to [architecture](project/architecture.md).' >docs/$page.md
done
cat >docs/learn/course.md <<'PAGE'
| [p01](start.md) Map | kernels | C++ | 20 |
| [layouts](start.md) Layouts | tiles | p01 | 40 |
All units together take about 1 hours.
PAGE
echo '| 1 | tiles | p01, layouts | 60 |' >docs/teach/syllabus.md
cat >docs/README.md <<'PAGE'
[course](learn/course.md), [syllabus](teach/syllabus.md),
[walks](project/architecture.md), [commands](reference/commands.md), [top](project/architecture.md#architecture),
[start](learn/start.md), [grading](teach/grading.md), [check](reference/check.md)
PAGE
echo '[index](docs/README.md)' >README.md
printf '```console\n$ hippuzzle layout 2\n2:1\n…\n0 | … 1\n```\n' >>README.md
echo 'Add a file.' >CONTRIBUTING.md
bash "$script" "$check" . "$hippuzzle"

case $check in
  references) echo '`common/engine/judge/judge.cpp:condemn`' >>README.md ;;
  links) echo '[gone](docs/README.md#gone)' >>README.md ;;
  index) echo '# New' >docs/reference/new.md ;;
  clicks) echo '# Check' >docs/reference/check.md ;;
  moved) rm docs/gemm.md ;;
  minutes) echo '| 2 | tiles | layouts | 75 |' >>docs/teach/syllabus.md ;;
  outputs) printf '```console\n$ hippuzzle layout 2\n2:1\n    0 1\n  +----\n0 | 0 7\n```\n' >>README.md ;;
  commands) echo '`hippuzzle juggle p01`' >>README.md ;;
esac
if bash "$script" "$check" . "$hippuzzle"; then
  echo "$check does not find the fault"
  exit 1
fi
