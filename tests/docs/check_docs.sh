#!/usr/bin/env bash
# check_docs.sh CHECK ROOT [HIPPUZZLE]: compares the pages of the source tree ROOT with the tree.
#
#   references  every `folder/file` in a page exists, `folder/file:function` has that word, a header that
#               kernels include the names that docs/reference/kernel-headers.md says, and no conflict of a merge is left
#   links       every relative link leads to a file, and to a heading of it if it names one; also in all
#               texts of puzzles
#   index       docs/README.md links every page in the folders of docs
#   clicks      each of three tasks is done in at most three clicks from README.md and from docs/README.md
#   moved       each page of docs that README.md named before it moved to a folder links its new place
#   minutes     the syllabus and the course's hours are sums of the course's minutes, and README.md has a row for each puzzle
#   commands    every `hippuzzle COMMAND` in a page is in `hippuzzle --help`, and each command there is in
#               docs/reference/commands.md
#   outputs     every `$ hippuzzle …` in a ```console block of a page, a lesson or a solution's text prints
#               the text below it, on a terminal of 80 columns; `…` stands for any text, on a line of
#               its own for any lines. Lessons and solutions' texts are checked as every edition shows them
#
# Prints a line for each fault and exits with 1 if there was one.
set -euo pipefail
check=$1 hippuzzle=${3:-}
cd "$2"
faults=0
fault() {
  echo "$*"
  faults=1
}

pages() {
  ls README.md CONTRIBUTING.md SECURITY.md docs/*.md docs/*/*.md common/*/README.md plugins/*/NOTES.md bench/NOTES.md tests/NOTES.md tests/hip_cpu/oracle/*.md \
    2>/dev/null
}

# "PAGE SPAN" of each code span of the pages $@.
code_spans() {
  awk '{
    for (rest = $0; match(rest, /`[^`]*`/); rest = substr(rest, RSTART + RLENGTH))
      print FILENAME, substr(rest, RSTART + 1, RLENGTH - 2)
  }' "$@"
}

references() {
  local page span file word
  if [[ -f docs/reference/kernel-headers.md ]]; then
    while read -r file word; do
      grep -qsw -- "$word" "common/puzzle/$file" || fault "docs/reference/kernel-headers.md: $file has no '$word'"
    done < <(kernel_names docs/reference/kernel-headers.md)
  fi
  local -a all=()
  mapfile -t all < <(pages)
  for page in $(grep -lE '^(<<<<<<<|>>>>>>>) ' "${all[@]}" || true); do
    fault "$page: a merge's conflict is left in it"
  done
  while read -r page span; do
    file=${span%%:*}
    word=${span#"$file"}
    word=${word#:}
    # A pattern stands for the files that match it.
    # shellcheck disable=SC2086
    compgen -G "$file" >/dev/null || fault "$page: there is no $file"
    [[ -f $file && -n $word ]] || continue
    grep -qw -- "${word##*::}" "$file" || fault "$page: $file has no '$word'"
  done < <(code_spans "${all[@]}" |
    grep -E ' (\.ci|bench|cli|common|configs|docs|plugins|tests)/[^ <>…]*(:[A-Za-z_:]+)?$' | sort -u)
}

# The names in the table of docs/reference/kernel-headers.md, each with the header that it stands for.
kernel_names() {
  awk -F' *[|] *' '/^[|] (`<hippuzzle|[|])/ {
    if ($2 != "") header = $2
    gsub(/[`<>]/, "", header)
    n = split($3, names, /, /)
    for (i = 1; i <= n; ++i) { gsub(/`/, "", names[i]); print header, names[i] }
  }' "$1"
}

# "PAGE LINK" of each relative link of the pages $@.
relative_links() {
  awk '{
    for (rest = $0; match(rest, /\]\([^)]+\)/); rest = substr(rest, RSTART + RLENGTH)) {
      link = substr(rest, RSTART + 2, RLENGTH - 3)
      if (link !~ /^https?:/ && !seen[FILENAME, link]++) print FILENAME, link
    }
  }' "$@"
}

# "FILE#ANCHOR" of each heading of the files $@, as GitHub makes them.
anchors() {
  awk '/^#+ / {
    sub(/^#+ +/, "")
    $0 = tolower($0)
    gsub(/[^a-z0-9 _-]/, "")
    gsub(/ /, "-")
    print FILENAME "#" $0
  }' "$@"
}

# "PAGE NAME" of each [Name] without an address, in the pages that define names, "[name]: address", at their ends.
names_without_address() {
  awk '
    FNR == 1 { page[++pages] = FILENAME }
    match($0, /^\[[^]]*\]: http/) { defines[FILENAME] = 1; address[FILENAME, substr($0, 1, index($0, "]"))] = 1 }
    {
      for (rest = $0; match(rest, /\[[A-Z][^]]*\]/); rest = substr(rest, RSTART + RLENGTH)) {
        after = substr(rest, RSTART + RLENGTH, 1)
        if (after != "(" && after != ":") used[FILENAME] = used[FILENAME] substr(rest, RSTART, RLENGTH) "\n"
      }
    }
    END {
      for (p = 1; p <= pages; ++p) {
        if (!defines[page[p]]) continue
        n = split(used[page[p]], names, "\n")
        for (i = 1; i < n; ++i) if (!address[page[p], names[i]]++) print page[p], names[i]
      }
    }' "$@"
}

# Programs are started once for all pages: a start takes longer than reading a page.
links() {
  local page link file anchor
  local -A headings=() with_anchor=()
  local -a all=() links=()
  for page in $(pages) plugins/*/*.md; do
    [[ ! -f $page ]] || all+=("$page")
  done
  mapfile -t links < <(relative_links "${all[@]}")
  for link in "${links[@]}"; do
    page=${link%% *} link=${link#* }
    file=${link%%#*}
    file=${file:+./${page%"${page##*/}"}$file}
    [[ $link != *#* || ! -f ${file:-$page} ]] || with_anchor[${file:-$page}]=1
  done
  [[ ${#with_anchor[@]} -eq 0 ]] || while read -r anchor; do
    headings[$anchor]=1
  done < <(anchors "${!with_anchor[@]}")
  for link in "${links[@]}"; do
    page=${link%% *} link=${link#* }
    file=${link%%#*}
    file=${file:+./${page%"${page##*/}"}$file}
    file=${file:-$page}
    if [[ ! -e $file ]]; then
      fault "$page: the link '$link' leads nowhere"
    elif [[ $link == *#?* && -z ${headings[$file#${link#*#}]:-} ]]; then
      fault "$page: $file has no heading for '#${link#*#}'"
    fi
  done
  while read -r page link; do
    fault "$page: $link has no address"
  done < <(names_without_address "${all[@]}")
}

index() {
  local page
  for page in docs/*/*.md; do
    page=${page#docs/}
    grep -qF "]($page)" docs/README.md || fault "docs/README.md does not link $page"
  done
}

# The relative links of a page, as paths from the root.
links_of() {
  grep -oE '\]\([^)]+\)' "$1" | sed -E 's/^\]\(//; s/\)$//' | grep -vE '^https?:' |
    sed -E "s|^#|$(basename "$1")#|; s|^|$(dirname "$1")/|" |
    xargs -r -d '\n' realpath -m -s --relative-to=. || true # a page without any
}

# The least number of clicks from the page $1 to the page or heading $2; "more than 3" if there are more.
clicks_between() {
  local -A seen=(["$1"]=1)
  local pages=("$1") next page link file count
  for count in 1 2 3; do
    next=()
    for page in "${pages[@]}"; do
      while read -r link; do
        file=${link%%#*}
        if [[ $link == "$2" || $file == "$2" ]]; then
          echo "$count"
          return
        fi
        [[ -z ${seen[$file]:-} && $file == *.md && -f $file ]] || continue
        seen[$file]=1
        next+=("$file")
      done < <(links_of "$page")
    done
    pages=("${next[@]}")
  done
  echo "more than 3"
}

clicks() {
  local start goal task count
  for start in README.md docs/README.md; do
    while read -r goal task; do
      count=$(clicks_between "$start" "$goal")
      [[ $count != more* ]] || fault "$start: $task takes $count clicks ($goal)"
    done <<'TASKS'
docs/learn/start.md a learner's way to the first puzzle
docs/teach/grading.md a teacher's way to a worked class
docs/reference/check.md#allowing-a-finding an engineer's way to silence a finding
TASKS
  done
}

moved() {
  local page
  for page in amd_emulator architecture cc commands gemm grading layouts occupancy roofline teaching verified; do
    [[ -f docs/$page.md && -n $(links_of "docs/$page.md") ]] || fault "docs/$page.md does not lead to its new place"
  done
}

# The commands that the binary's help lists.
known_commands() { "$hippuzzle" --help | sed -nE 's/^  ([a-z][a-z_-]+) .*/\1/p'; }

# "PAGE WORD" of each word that pages write behind `hippuzzle`, in code spans and in indented or fenced lines.
named_commands() {
  local -a all=()
  mapfile -t all < <(pages)
  {
    code_spans "${all[@]}"
    awk '
      FNR == 1 { fenced = 0 }
      /^```/ { fenced = !fenced; next }
      /^ / || fenced { sub(/^ +(\$ )?/, ""); print FILENAME, $0 }' "${all[@]}"
  } | sed -E 's/ /\t/' | awk -F '\t' '{
      rest = $2
      while (match(rest, /(^|&& |\(|; |\$ )(\.\/dev )?hippuzzle (--edition classic )?[a-z][a-z-]+( |$)/)) {
        found = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        sub(/ $/, "", found)
        sub(/.* /, "", found)
        print $1, found
      }
    }' | sort -u
}

commands() {
  local page
  for page in $(pages); do
    { code_spans "$page"; sed -nE 's/^ +(\$ )?(.*)/\2/p' "$page"; sed -n '/^```/,/^```/p' "$page"; } |
      grep -oE '(^|&& |\(|; )(\./dev )?hippuzzle (--edition classic )?[a-z][a-z-]+( |$)' |
      sed -E "s|.* ([a-z-]+) *\$|$page \1|" | sort -u || true # a page without any
  done
}

commands() {
  local known page word
  known=$(known_commands)
  [[ -n $known ]] || fault "'$hippuzzle --help' lists no commands"
  while read -r page word; do
    [[ -d plugins/$word ]] || grep -qx -- "$word" <<<"$known" || fault "$page: there is no command '$word'"
  done < <(named_commands)
  for word in $known; do
    grep -qE "hippuzzle $word\b" docs/reference/commands.md || fault "docs/reference/commands.md does not mention '$word'"
  done
}

# Runs the commands of a page's console blocks, of the file $2. Prints a line "page:number: command" and
# then what differs, for each that prints something else.
differences() {
  awk -v page="$1" -v hippuzzle="$hippuzzle" '
      # Whether a line that was printed is what the page shows.
      function shows(shown, printed,   parts, n, i, at) {
        n = split(shown, parts, "…")
        if (n < 2) return shown == printed
        if (substr(printed, 1, length(parts[1])) != parts[1]) return 0
        printed = substr(printed, length(parts[1]) + 1)
        for (i = 2; i < n; ++i) {
          at = index(printed, parts[i])
          if (!at) return 0
          printed = substr(printed, at + length(parts[i]))
        }
        return length(printed) >= length(parts[n]) && substr(printed, length(printed) - length(parts[n]) + 1) == parts[n]
      }
      function judge(   run, output, line, count, at, i, skip) {
        if (command == "") return
        run = command
        sub(/^hippuzzle/, "timeout 60 " hippuzzle, run)
        run = "export COLUMNS=80 NO_COLOR=1; { " run "; } 2>&1 </dev/null"
        count = 0
        # What is said about the surroundings, a workspace or devices, is no part of a page.
        while ((run | getline line) > 0)
          if (line !~ /^hippuzzle: info: /) output[++count] = line
        close(run)
        at = 1
        skip = 0
        for (i = 1; i <= lines; ++i) {
          if (expected[i] == "…") { skip = 1; continue }
          while (skip && at <= count && !shows(expected[i], output[at])) ++at
          skip = 0
          if (at > count || !shows(expected[i], output[at])) {
            printf "%s:%d: `%s`: expected \"%s\", found \"%s\"\n", page, number, command,
                   expected[i], (at > count ? "the end" : output[at])
            command = ""
            return
          }
          ++at
        }
        if (!skip && at <= count)
          printf "%s:%d: `%s`: prints more than the page shows: \"%s\"\n", page, number, command, output[at]
        command = ""
      }
      /^```console/ { inside = 1; next }
      inside && /^```/ { judge(); inside = 0 }
      inside && /^\$ / { judge(); command = substr($0, 3); number = NR; lines = 0; next }
      inside { expected[++lines] = $0 }' "$2"
}

# The console blocks of a text as `hippuzzle show` prints it, with their fences again.
fenced() {
  awk '
    /^    \$ / && !inside { print "```console"; inside = 1 }
    inside && /^[^ ]/ { print "```"; inside = 0 }
    inside && /^$/ { ++blank; next }
    inside { for (; blank; --blank) print ""; sub(/^    /, "") }
    !inside { blank = 0 }
    { print }'
}

minutes() {
  local line puzzle
  while read -r line; do fault "$line"; done < <(awk -F' *[|] *' '
    FILENAME ~ /course/ && match($2, /^\[[a-z0-9_]+\]/) {
      minutes[substr($2, 2, RLENGTH - 2)] = $5
      total += $5
    }
    FILENAME ~ /course/ && match($0, /about [0-9]+ hours/) { hours = substr($0, RSTART + 6, RLENGTH - 12) }
    FILENAME ~ /syllabus/ && $2 ~ /^[0-9]+$/ && $5 ~ /^[0-9]+$/ && $4 !~ / or / {
      sum = 0
      for (i = split($4, ids, ", "); i > 0; --i) sum += minutes[ids[i]]
      if (sum != $5) print "docs/teach/syllabus.md: " $4 " take " sum " minutes, not " $5
    }
    END { if (sprintf("%.0f", total / 60) != hours + 0) print "docs/learn/course.md: " total " minutes are not " hours " hours" }
  ' docs/learn/course.md docs/teach/syllabus.md)
  for puzzle in plugins/*/puzzle.cpp; do
    [[ -f $puzzle ]] || continue
    puzzle=$(basename "$(dirname "$puzzle")")
    [[ $puzzle =~ ^p[0-9]+ ]] && puzzle=${BASH_REMATCH[0]}
    grep -q "^| $puzzle |" README.md || fault "README.md: the table of puzzles lacks $puzzle"
  done
}

outputs() {
  local page found edition id what text workspace
  [[ $hippuzzle == /* ]] || hippuzzle=$PWD/$hippuzzle
  for page in $(pages) plugins/*/*.md; do
    [[ -f $page ]] && grep -q '^```console' "$page" || continue
    found=$(differences "$page" "$page")
    [[ -z $found ]] || fault "$found"
  done
  # What is shown in a workspace of this edition, whose commands name the other one.
  workspace=$(mktemp -d)
  text=$workspace/text.md
  "$hippuzzle" init "$workspace" >/dev/null
  for edition in configs/editions/*.toml; do
    [[ -f $edition ]] || continue
    edition=$(basename "$edition" .toml)
    for id in $(sed -nE 's/^id = "(.*)"$/\1/p' "configs/editions/$edition.toml" | sort -u); do
      for what in "show $id" "solution $id --force --explain"; do
        # shellcheck disable=SC2086
        (cd "$workspace" && COLUMNS=200 "$hippuzzle" --edition "$edition" $what) | fenced >"$text" ||
          fault "$what of $edition fails"
        found=$(differences "$what, $edition" "$text")
        [[ -z $found ]] || fault "$found"
      done
    done
  done
  rm -r "$workspace"
}

"$check"
exit $faults
