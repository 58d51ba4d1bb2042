#!/usr/bin/env bash
# check_pages.sh HIPPUZZLE BUILD PAGE.md HEADING: runs the commands in the tables below a heading of
# docs/project/pages.md and looks for what the rows say that they print, blanks counting as one. A row is
#   | what it is | `hippuzzle …` | `words` `more words` (exit 1) |
# (exit 0, or 77 where …): words that are looked for only with 0.
# Prints a line for each row that does not hold and exits with 1 if there was one.
set -euo pipefail
hippuzzle=$1 build=$2 page=$3 heading=$4
faults=0 rows=0

squeezed() { tr -s '[:space:]' ' '; }

# spans TEXT: its code spans, one a line.
spans() { grep -o '`[^`]*`' <<<"$1" | tr -d '`' || true; }

while IFS= read -r row; do
  row=${row//\\|/$'\x01'} # a bar in a cell
  IFS='|' read -r _ what command prints _ <<<"$row"
  command=$(spans "$command")
  [[ $command == hippuzzle\ * ]] || continue
  rows=$((rows + 1))
  words=${command#hippuzzle }
  words=${words//build\/dev/$build}
  exits=' 0 '
  if [[ $prints =~ \(exit\ ([0-9 or]+)\) ]]; then exits=" ${BASH_REMATCH[1]} "; fi
  may_lack= # what the command needs and says that it does not find
  if [[ $prints =~ \(exit\ 0,\ or\ 77\ where\ [^\)]*\) ]]; then exits=' 0 77 ' may_lack=yes; fi
  code=0
  eval "arguments=($words)" # as a shell reads them, quotation marks and all
  output=$(timeout 60 "$hippuzzle" "${arguments[@]}" 2>&1 </dev/null) || code=$?
  output=$(squeezed <<<"$output")
  if [[ $exits != *" $code "* ]]; then
    printf '%s:%s: exit %s, expected%s:\n  %s\n  %.400s\n' "$page" "$what" "$code" "$exits" "$command" "$output"
    faults=1
    continue
  fi
  if [[ $code == 77 && -n $may_lack ]]; then continue; fi
  while IFS= read -r wanted; do
    wanted=$(squeezed <<<"${wanted//$'\x01'/|}")
    wanted=${wanted% }
    pattern=${wanted//…/$'\x02'}
    found=yes rest=$output
    while [[ $pattern == *$'\x02'* ]]; do # the parts in their order
      part=${pattern%%$'\x02'*}
      [[ $rest == *"$part"* ]] || found=
      rest=${rest#*"$part"}
      pattern=${pattern#*$'\x02'}
    done
    [[ $rest == *"$pattern"* ]] || found=
    if [[ -z $found ]]; then
      printf '%s:%s: it does not print "%s":\n  %s\n  %.400s\n' "$page" "$what" "$wanted" "$command" "$output"
      faults=1
    fi
  done < <(spans "$prints")
done < <(sed -n "/^## $heading\$/,/^## /p" "$page" | grep '^|')

if ((rows == 0)); then
  echo "$page: there is no row below '## $heading'"
  faults=1
fi
exit $faults
