#!/bin/bash
# What an ordinary user does with installed packages, from a first puzzle to a graded class. Runs in the
# system that debian_packages.sh has made; stops at the first command that does not do what it should.
set -euo pipefail
fail() { echo "failed: $*" >&2 && exit 1; }

# expect TEXT CODE COMMAND...
expect() {
  local text=$1 code=$2 status=0 output
  shift 2
  output=$("$@" 2>&1 </dev/null) || status=$?
  [ "$status" = "$code" ] || fail "\`$*\` ended with $status, not $code:"$'\n'"$output"
  grep -qF -- "$text" <<<"$output" || fail "\`$*\` printed no '$text':"$'\n'"$output"
  printf '%5d s  %s\n' $SECONDS "$*"
}
solution() { cp "/usr/share/hippuzzle/puzzles/$1/solution.hip" "$2"; }

mkdir puzzles && cd puzzles
expect "hippuzzle" 0 hippuzzle init
expect "p01" 0 hippuzzle start p01
expect "wrong answer" 1 hippuzzle p01
chmod u+w p01_map/kernel.hip
solution p01_map p01_map/kernel.hip

# One round of watch: it ends by an interrupt, once the verdict of the saved file is there.
hippuzzle watch p01 --stay >watched 2>&1 </dev/null &
watching=$!
timeout 60 tail --lines=+1 --follow --pid=$watching watched | grep -qm1 "passed" || true
kill -INT $watching 2>/dev/null || true
wait $watching || true
grep -q "passed" watched || fail "hippuzzle watch: $(cat watched)"
echo "         hippuzzle watch p01"

expect "passed" 0 hippuzzle p01
expect "p01" 0 hippuzzle check p01
expect "" 0 hippuzzle trace p01 --html trace.html
grep -q "<html" trace.html || fail "trace.html is no page"
expect "" 0 hippuzzle book -o book
[ -s book/p16.html ] || fail "the book has no page of p16"
expect "1 of" 0 hippuzzle progress

cd ~
cp /usr/share/doc/hippuzzle-doc/examples/past_the_end.hip prog.hip
expect "" 0 hippuzzle cc --check prog.hip -o prog
expect "prog.hip" 4 ./prog
mkdir -p class/ann/p01_map class/bob/p01_map
solution p01_map class/ann/p01_map/kernel.hip
cp /usr/share/hippuzzle/puzzles/p01_map/kernel.hip class/bob/p01_map/kernel.hip
expect "confined by bubblewrap" 1 hippuzzle grade class --puzzle p01 --isolation bubblewrap
grep -q '^ann,1,passed,bubblewrap' grades-class/grades.csv || fail "ann's grade: $(cat grades-class/grades.csv)"
expect "hippuzzle-run" 0 env MANPAGER=cat man hippuzzle-run
expect "watch" 0 bash -c '. /usr/share/bash-completion/bash_completion; _completion_loader hippuzzle || true
  COMP_WORDS=(hippuzzle wat) COMP_CWORD=1; _hippuzzle; printf "%s\n" "${COMPREPLY[@]}"'
expect "_hippuzzle" 0 zsh -fc 'autoload -Uz compinit && compinit -u && echo ${_comps[hippuzzle]}'
expect "watch" 0 fish -c 'complete -C "hippuzzle wat"'
[ -s /usr/share/doc/hippuzzle-doc/html/p16.html ] || fail "hippuzzle-doc has no page of p16"
