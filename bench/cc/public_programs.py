#!/usr/bin/env python3
"""Counts how many HIP programs of others compile by `hippuzzle cc`, and how many then run to their end.

    public_programs.py HIPPUZZLE SET CHECKOUT [--check] [--seconds N] [--first N] > table.md

SET is rocm-examples, hip-tests or hecbench, CHECKOUT a working tree of ROCm/rocm-examples, ROCm/hip-tests or
zjin-lcf/HeCBench. A program is a folder with a source that has a main; it is compiled unmodified with the folders of
headers, definitions, language and libraries that its own Makefile names, and run in its folder without arguments, but for those in ARGUMENTS. The table has a
row a program: compiled, exit code or signal, seconds, and the first error. Nothing is judged by what is printed but a
word of its own: FAIL, mismatch and the like in what a program prints count as wrong.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import time

WRONG = re.compile(r'\b(fail(ed|ure)?|mismatch|incorrect|wrong|error)\b', re.I)
RIGHT = re.compile(r'\b(0 errors?|no errors?|without errors?|error *[:=] *0(\.0*)?\b|errors? *[:=] *0\b)', re.I)

# Full sizes and repeats take hours on a processor; how HeCBench's programs are called here is beside the result.
ARGUMENTS = {}


def rocm_examples(root):
    for part in ('HIP-Basic', 'Applications'):
        for source in sorted((root / part).rglob('main.hip')):
            if 'hipify' in source.parts:
                continue
            yield source.parent, sorted(source.parent.glob('*.hip')), [root / 'Common']


def hip_tests(root):
    for makefile in sorted((root / 'samples').rglob('CMakeLists.txt')):
        folder = makefile.parent
        sources = sorted(p for p in folder.glob('*.cpp')) + sorted(folder.glob('*.hip'))
        if any('main(' in s.read_text(errors='replace') for s in sources):
            yield folder, sources, [root / 'samples/common', folder]


# Folders src/*-hip in byte order with one source main.cu, no header, no ../ in the Makefile, under 300 lines; of these
# 60, spread evenly.
def hecbench(root):
    fitting = []
    for folder in sorted((root / 'src').glob('*-hip'), key=lambda p: p.name.encode()):
        files = [p for p in folder.iterdir() if p.suffix in ('.cu', '.cpp', '.h', '.hpp', '.cuh', '.cc', '.c')]
        makefile = folder / 'Makefile'
        if [p.name for p in files] != ['main.cu'] or not makefile.exists():
            continue
        if '../' in makefile.read_text(errors='replace'):
            continue
        if len(files[0].read_text(errors='replace').splitlines()) < 300:
            fitting.append((folder, files, []))
    for k in range(min(60, len(fitting))):
        yield fitting[len(fitting) * k // 60]


# What a program's own Makefile defines and links, and its language.
def of_makefile(folder):
    makefile = folder / 'Makefile'
    text = makefile.read_text(errors='replace') if makefile.exists() else ''
    defined = re.findall(r'(?<!\S)-D\w+(?:=[\w.]+)?(?!\S)', text)
    libraries = re.findall(r'(?<!\S)-l\w+(?!\S)', text)
    return [*re.findall(r'(?<!\S)-std=(?:c|gnu)\+\+\w+', text)[:1], *defined], libraries


SETS = {'rocm-examples': rocm_examples, 'hip-tests': hip_tests, 'hecbench': hecbench}


def run(command, folder, seconds):
    begin = time.monotonic()
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=seconds, stdin=subprocess.DEVNULL)
        return done.returncode, (done.stdout + done.stderr).decode(errors='replace'), time.monotonic() - begin
    except subprocess.TimeoutExpired as late:
        return None, (late.stdout or b'').decode(errors='replace'), time.monotonic() - begin


def verdict(code, text):
    if code is None:
        return 'not ended'
    if code < 0:
        return f'signal {-code}'
    if code != 0:
        return f'exit {code}'
    return 'says wrong' if WRONG.search(RIGHT.sub('', text)) else 'ran'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('hippuzzle', type=pathlib.Path)
    parser.add_argument('set', choices=SETS)
    parser.add_argument('checkout', type=pathlib.Path)
    parser.add_argument('--check', action='store_true')
    parser.add_argument('--seconds', type=float, default=60)
    parser.add_argument('--first', type=int)
    parser.add_argument('--compile-only', action='store_true')
    options = parser.parse_args()
    programs = list(SETS[options.set](options.checkout.resolve()))[:options.first]
    compiled = ran = 0
    print('| program | compiled | ran | seconds | first error |\n|---|---|---|---|---|', flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        program = pathlib.Path(scratch) / 'program'
        for folder, sources, includes in programs:
            defined, libraries = of_makefile(folder)
            command = [options.hippuzzle.resolve(), 'cc', *(['--check'] if options.check else []), '-w', *defined]
            command += ['-fsyntax-only'] if options.compile_only else ['-o', program]
            command += [f'-I{i}' for i in includes] + sources + libraries
            code, text, _ = run(command, folder, 300)
            name = folder.relative_to(options.checkout.resolve())
            if code != 0:
                errors = [line for line in text.splitlines() if 'error' in line or ': what stands' in line or 'launch' in line]
                first = (errors or text.splitlines() or ['-'])[0].replace('|', '\\|')
                print(f'| {name} | no | | | {first[-150:]} |', flush=True)
                continue
            compiled += 1
            if options.compile_only:
                print(f'| {name} | yes | | | |', flush=True)
                continue
            code, text, seconds = run([program, *ARGUMENTS.get(folder.name, [])], folder, options.seconds)
            how = verdict(code, text)
            ran += how == 'ran'
            print(f'| {name} | yes | {how} | {seconds:.1f} | |', flush=True)
    print(f'\n{len(programs)} programs, {compiled} compiled, {ran} ran to their end', flush=True)
    return 0


if __name__ == '__main__':
    sys.exit(main())
