#!/usr/bin/env python3
"""Writes the page of programs of others: bench/cc/programs.md.

    programs_page.py SET=FILE.json... > bench/cc/programs.md

FILE is what public_programs.py wrote with --json for that set. Times are left out: they are those of one machine.
"""
import json
import pathlib
import re
import sys
import tomllib

SOURCES = {
    'rocm-examples': ('ROCm/rocm-examples 7dfb7d4, `HIP-Basic` and `Applications` without hipify', 'AMD\'s examples'),
    'hip-tests': ('ROCm/hip-tests 87c8a04, `samples`', 'AMD\'s samples'),
    'hecbench': ('zjin-lcf/HeCBench f27000a, 60 folders `src/*-hip` with one source and no header', 'HeCBench'),
    'hecbench-others': ('the other folders that the same rule admits', 'HeCBench, the rest'),
    'hecbench-all': ('all folders `src/*-hip`, compiled alone: those that do not compile', 'HeCBench, all folders'),
    'hecbench-cuda': ('60 folders `src/*-cuda`, by the same rule', 'HeCBench in CUDA\'s spelling'),
}
HEAD = """# Programs of others, compiled by `hippuzzle cc`

Made by `bench/cc/programs_page.py` from what `bench/cc/public_programs.py` saw. Each program is compiled unmodified, and run with the arguments of its Makefile or smaller
ones (`bench/cc/reduced.toml`; where sizes stand in the source, a copy with others is run). *Right* is a program that says that its own check passed, *ran* one that has none and ended
as it should; what else happened is named.
"""
WHY = tomllib.loads(pathlib.Path(__file__).with_name('reduced.toml').read_text())['why']


def count(rows, key, value):
    return sum(row[key] == value for row in rows)


# The first line of a compiler's message, without folders; or what reduced.toml tells.
def note(row):
    if row['compiled'] == 'yes':
        return WHY.get(row['program'], '')
    if 'nothing to compile' in row['note']:
        return 'no source is in the folder itself'
    return re.sub(r'^.*error: |^\S*/', '', row['note']).replace('|', '\\|')


def main():
    sets = [word.split('=', 1) for word in sys.argv[1:]]
    if not sets or any(len(one) != 2 or one[0] not in SOURCES for one in sets):
        sys.exit(__doc__)
    rows_of = {name: json.loads(pathlib.Path(file).read_text()) for name, file in sets}
    print(HEAD)
    print('| programs | of | compile | right | ran |\n|---|---|---|---|---|')
    for name, rows in rows_of.items():
        ran = ['', ''] if name == 'hecbench-all' else [count(rows, 'how', 'right'), count(rows, 'how', 'ran')]
        print(f"| {SOURCES[name][1]} | {len(rows)} | {count(rows, 'compiled', 'yes')} | {ran[0]} | {ran[1]} |")
    for name, rows in rows_of.items():
        print(f'\n## {SOURCES[name][1]}\n\n{SOURCES[name][0][0].upper() + SOURCES[name][0][1:]}.\n')
        print('| program | compiles | runs | why not |\n|---|---|---|---|')
        for row in rows:
            if name == 'hecbench-all' and row['compiled'] == 'yes':
                continue
            print(f"| {row['program']} | {row['compiled']} | {row['how']} | {note(row)} |")


if __name__ == '__main__':
    main()
