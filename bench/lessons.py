#!/usr/bin/env python3
"""The GPU times in lessons, from one run: ./dev bench lessons

  lessons.py measure HIPPUZZLE [--backend NAME] [--only ID,ID] > results.jsonl
      Measures every variant of every puzzle that the machine can run: at the sizes that a lesson's
      table names, else at the default size.
  lessons.py write results.jsonl
      Writes docs/measured/<device>.md, and the tables of the lessons that name this device.
  lessons.py check
      Exits with 1 where a lesson's table differs from docs/measured, and names the lesson.

A lesson has such a table below a line that begins with

  `hippuzzle bench p23 --backend nvidia --size 67108864` on an NVIDIA H100 (

whose words up to the empty line say how it was measured. The whole table is rewritten: a time for each
size, the rate at the last one, and how much faster than the first variant each is.
"""

import argparse
import datetime
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MEASURED = os.path.join(ROOT, "docs", "measured")
LINE = re.compile(r"^`hippuzzle bench (?P<id>\w+)(?P<options>[^`]*)` on an? (?P<device>[^(]+?) \([^)]*\):?(?P<rest>.*?)\n\n"
                  r"(?P<table>(?:\|[^\n]*\n)+)", re.MULTILINE | re.DOTALL)
HEAD = "| puzzle | size | variant | time | 95 % interval | GB/s | GFLOP/s | samples |\n|---|---|---|---|---|---|---|---|\n"
UNITS = (("ns", 1e-6), ("µs", 1e-3), ("ms", 1.0), ("s", 1e3))


class Problem(Exception):
    """What cannot be measured or written, in one sentence."""


def lessons():
    """The pages of lessons that may hold a table, by path."""
    plugins = os.path.join(ROOT, "plugins")
    pages = (os.path.join(plugins, folder, "README.md") for folder in sorted(os.listdir(plugins)))
    return [page for page in pages if os.path.exists(page)]


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def option(name, options):
    """The words that an option of a lesson's command has, without commas; none where it is absent."""
    found = re.search(rf"--{name} (\S+)", options)
    return found.group(1).split(",") if found else []


def flags(options):
    """The variants that a lesson's command names, all where it names none."""
    named = re.findall(r"--([\w-]+)(?= |$)", re.sub(r"--(backend|size|tile|budget|min-samples) \S+", "", options))
    return [flag for flag in named if flag not in ("cold", "hot")] + option("variant", options)


def tables():
    """Each table of measured times: its page, its match, its puzzle, device, sizes and variants."""
    for page in lessons():
        for found in LINE.finditer(text_of(page)):
            yield page, found, found["id"], found["device"], option("size", found["options"]), flags(found["options"])


def time_text(ms):
    """Three digits and a unit: 61.4 µs."""
    unit, scale = next(((u, s) for u, s in UNITS if ms < 999.5 * s), UNITS[-1])
    return f"{digits(ms / scale)} {unit}"


def digits(value):
    """Three digits, more before the point where there are more: 1650, 61.4, 4.29."""
    if value >= 99.95:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 9.995 else f"{value:.2f}"


def milliseconds(text):
    number, unit = text.split()
    return float(number) * dict(UNITS)[unit]


def slug(device):
    return re.sub(r"\W+", "-", device.lower()).strip("-")


def page_of(device):
    return os.path.join(MEASURED, slug(device) + ".md")


def known(device):
    """The rows of a device's page: {puzzle: {size: {variant: row}}}."""
    rows = {}
    for line in text_of(page_of(device)).splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) != 8 or cells[0] in ("puzzle", "---"):
            continue
        puzzle, size, variant, time, _, gbps, gflops, _ = cells
        row = {"ms": milliseconds(time), "time": time, "gbps": gbps, "gflops": gflops}
        rows.setdefault(puzzle, {}).setdefault(size, {})[variant.strip("`")] = row
    return rows


def table_text(rows, sizes, variants):
    """A lesson's table from a puzzle's rows; the rate is of arithmetic where a byte has 16 operations."""
    missing = [size for size in sizes if size not in rows]
    if missing:
        raise Problem(f"there is no time at size {missing[0]}")
    names = variants or list(rows[sizes[-1]])
    unknown = [(n, s) for n in names for s in sizes if n not in rows[s]]
    if unknown:
        raise Problem(f"there is no time of {unknown[0][0]} at size {unknown[0][1]}")
    last, first = rows[sizes[-1]], rows[sizes[-1]][names[0]]
    computes = all(number(last[n]["gflops"]) > 16 * number(last[n]["gbps"]) for n in names)
    unit, key = ("GFLOP/s", "gflops") if computes else ("GB/s", "gbps")
    at = f" at {sizes[-1]}" if len(sizes) > 1 else ""
    head = ["variant"] + ([f"time at {size}" for size in sizes] if at else ["time"]) + [unit + at, "speed-up" + at]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for name in names:
        cells = [f"`--{name}`"] + [rows[size][name]["time"] for size in sizes]
        cells += [last[name][key], digits(first["ms"] / last[name]["ms"])]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def number(text):
    return float(text) if re.fullmatch(r"[\d.]+", text) else 0.0


def rewritten(page, change_line):
    """A page's text with each table as docs/measured has it; the line above as change_line makes it."""
    def table(found):
        device = found["device"]
        if not os.path.exists(page_of(device)):
            raise Problem(f"{os.path.relpath(page, ROOT)}: no docs/measured/{slug(device)}.md has the times of {device}")
        rows = known(device).get(found["id"])
        if not rows:
            raise Problem(f"{os.path.relpath(page, ROOT)}: docs/measured/{slug(device)}.md has no {found['id']}")
        sizes = option("size", found["options"])
        if not sizes:
            raise Problem(f"{os.path.relpath(page, ROOT)}: the command above its table of times has no --size")
        try:
            text = table_text(rows, sizes, flags(found["options"]))
        except Problem as problem:
            raise Problem(f"{os.path.relpath(page, ROOT)}: {problem} in docs/measured/{slug(device)}.md") from None
        return change_line(found.group(0)[:found.start("table") - found.start(0)], device) + text
    return LINE.sub(table, text_of(page))


def measure(arguments):
    """Prints when and with which version, then an object for each puzzle and size, as `hippuzzle bench --json` has it."""
    version = subprocess.run([arguments.hippuzzle, "--version"], capture_output=True, text=True, check=True).stdout
    today = datetime.date.today()
    print(json.dumps({"kind": "lessons", "date": f"{today.day} {today:%B %Y}", "version": re.search(r"\d+\.\d+\.\d+", version).group()}), flush=True)
    listed = subprocess.run([arguments.hippuzzle, "list", "--json"], capture_output=True, text=True, check=True)
    wanted = {puzzle: (sizes, variants) for _, _, puzzle, _, sizes, variants in tables()}
    only = arguments.only.split(",") if arguments.only else None
    for puzzle in json.loads(listed.stdout)["puzzles"]:
        if only and puzzle["id"] not in only:
            continue
        command = [arguments.hippuzzle, "bench", puzzle["id"], "--json", "--budget", arguments.budget]
        command += ["--backend", arguments.backend] if arguments.backend else []
        sizes, variants = wanted.get(puzzle["id"], ([], []))
        command += ["--variant", ",".join(variants)] if variants else []
        for size in sizes or [None]:
            result = subprocess.run(command + (["--size", size] if size else []), capture_output=True, text=True)
            sys.stdout.write(result.stdout)
            sys.stdout.flush()
            if result.returncode != 0:
                sys.stderr.write(f"{puzzle['id']} {size or ''}: exit code {result.returncode}: {result.stderr[-300:]}\n")


def rows_of(document):
    for result in document["results"]:
        if result["outcome"] != "passed" or result["baseline"]:
            continue
        time = result["milliseconds"]
        interval = f"{time_text(time['low'])} … {time_text(time['high'])}"
        rates = [digits(result[key]) if result[key] else "–" for key in ("gigabytes_per_second", "gflops")]
        yield (f"| {document['puzzle']} | {document['size']} | `{result['name'] or document['puzzle']}` | {time_text(time['median'])} | {interval} "
               f"| {rates[0]} | {rates[1]} | {len(time['samples'])} |\n")


def write(arguments):
    documents = [json.loads(line) for line in text_of(arguments.results).splitlines() if line.startswith("{")]
    about = next((d for d in documents if d["kind"] == "lessons"), None)
    documents = [d for d in documents if d["kind"] == "bench"]
    if not about or not documents:
        raise Problem(f"{arguments.results} is not what `lessons.py measure` prints")
    devices = {d["device"] for d in documents}
    if len(devices) != 1:
        raise Problem(f"{arguments.results} has times of {len(devices)} devices instead of one")
    device = devices.pop()
    first = documents[0]
    how = f"{first['toolkit']}, {about['date']}, hippuzzle {about['version']}"
    short = next((d for _, _, _, d, _, _ in tables() if slug(d) in slug(device)), device)  # as lessons name it
    os.makedirs(MEASURED, exist_ok=True)
    with open(page_of(short), "w", encoding="utf-8") as page:
        page.write(f"# Times on an {device}\n\nMeasured by `./dev bench lessons` ({how}, driver {first['driver_version']}): caches cold, the median and its 95 % interval. "
                   "The tables in lessons\ncome from here. The rates count the bytes and operations that a variant cannot do without.\n\n")
        page.write(HEAD + "".join(row for d in documents for row in rows_of(d)))
    def renewed(line, named):
        return re.sub(r"\([^)]*\)", f"({how}, caches cold)", line, count=1).replace("\n", " ").rstrip() + "\n\n" if named == short else line
    for page in lessons():
        if LINE.search(text_of(page)):
            text = rewritten(page, renewed)
            with open(page, "w", encoding="utf-8") as file:
                file.write(text)


def check(_):
    for page in lessons():
        if LINE.search(text_of(page)) and rewritten(page, lambda line, _: line) != text_of(page):
            raise Problem(f"{os.path.relpath(page, ROOT)}: its times are not those of docs/measured; `bench/lessons.py write` renews them")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    verb = verbs.add_parser("measure")
    verb.add_argument("hippuzzle")
    verb.add_argument("--backend")
    verb.add_argument("--only", help="these puzzles, with commas between them")
    verb.add_argument("--budget", default="2", help="seconds for a puzzle at a size [2]")
    verb.set_defaults(run=measure)
    verb = verbs.add_parser("write")
    verb.add_argument("results")
    verb.set_defaults(run=write)
    verbs.add_parser("check").set_defaults(run=check)
    arguments = parser.parse_args()
    try:
        arguments.run(arguments)
    except (Problem, OSError) as problem:
        sys.exit(f"lessons.py: {problem}")


if __name__ == "__main__":
    main()
