#!/usr/bin/env python3
"""Counts how many HIP programs of others `hippuzzle cc` compiles, and how many of them give the right answers.

    public_programs.py HIPPUZZLE SET CHECKOUT [--check] [--seconds N] [--only NAME] [--json FILE] > table.md

SET is rocm-examples, hip-tests, hecbench, hecbench-others (what the rule for the first leaves out), hecbench-all (every
folder) or one of these of HeCBench with -cuda behind it; CHECKOUT is a working tree of ROCm/rocm-examples, ROCm/hip-tests
or zjin-lcf/HeCBench. programs_page.py makes the page programs.md of several files that --json wrote. A program is a source
that has a main; it is compiled unmodified with the other sources of its folder and with the sources, folders of headers,
definitions, language and libraries that its own Makefile names. Modules that its Makefile or CMakeLists.txt makes (--genco)
are made. It is run in its folder, or a copy that has the modules, with the
arguments that its Makefile's `run` gives, or the smaller ones of reduced.toml. The table has a row a program:

    right       it ended with 0 and says that its own check passed
    ran         it ended with 0, says nothing of a check, and nothing of an error
    says wrong  it ended with 0 and says that something is wrong
    exit, signal, not ended

A checked program (--check) has its findings in the last column. Seconds are processor time.
"""
import argparse
import dataclasses
import functools
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import tomllib

WRONG = re.compile(r'\b(fail(ed|ure|s)?|mismatch(es)?|incorrect|invalid|wrong|not equal|errors? *[:=] *[1-9]\d*(?![\d.]))\b', re.I)
NO_ERROR = re.compile(
    r'\b(0 errors?|no (errors?|mismatch(es)?)|without (any )?errors?|(errors?|mismatch(es)?|rmse?)[^\n:=]*(?:[:=]|\bis) *[0.]+(e[-+]?\d+)?(?![\w.])|fail(ed|ures?)?[:=] *0\b)',
    re.I)
RIGHT = re.compile(r'\b(pass(ed|es)?|success(ful(ly)?)?|correct|verified|validated|valid|ok|match(es|ed)?)\b', re.I)


SOURCES = ('.hip', '.cpp', '.cu')


@dataclasses.dataclass
class Program:
    name: str
    folder: pathlib.Path
    sources: list
    includes: list
    modules: list = dataclasses.field(default_factory=list)  # a source, and the file that it is made


def has_main(source):
    return re.search(r'\bmain *\(', source.read_text(errors='replace')) is not None


# What the Makefile or CMakeLists.txt makes by --genco: "source -o file", or "-o $@ $<" under "file: source".
def modules_of(folder, text):
    made = re.findall(r'--genco\s+\S*?([\w.]+\.(?:hip|cpp))\s+-o\s+([\w.]+)', text)
    made += [(source, file) for file, source in re.findall(r'^([\w.]+): ([\w.]+)\n\t.*--genco -o \$@ \$<', text, re.M)]
    return [(folder / source, file) for source, file in made]


# The programs of a folder: one for each source with a main, with those that have none.
def programs_of(root, folder, mains, includes):
    text = ''.join((folder / name).read_text(errors='replace') for name in ('Makefile', 'CMakeLists.txt') if (folder / name).exists())
    modules = modules_of(folder, text)
    named = [folder / name for name in re.findall(r'[\w./]+/[\w.]+\.(?:hip|cpp)\b', text) if not name.startswith(('.', '/'))]
    others = sorted({p for p in (*folder.iterdir(), *named) if p.suffix in SOURCES and p.exists() and not has_main(p)})
    others = [p for p in others if p not in [source for source, _ in modules]]
    includes = includes + [folder / name for name in re.findall(r'-I *([\w./]+)', text) if (folder / name).is_dir()]
    for source in mains:
        name = str(folder.relative_to(root)) + (f'/{source.stem}' if len(mains) > 1 else '')
        yield Program(name, folder, [source, *others], includes, modules)


def rocm_examples(root):
    for part in ('HIP-Basic', 'Applications'):
        for source in sorted((root / part).rglob('main.*')):
            if source.suffix in ('.hip', '.cpp') and 'hipify' not in source.parts:
                yield from programs_of(root, source.parent, [source], [root / 'Common'])


def hip_tests(root):
    for makefile in sorted((root / 'samples').rglob('CMakeLists.txt')):
        folder = makefile.parent
        mains = sorted(p for p in folder.iterdir() if p.suffix in ('.hip', '.cpp') and has_main(p))
        yield from programs_of(root, folder, mains, [root / 'samples/common', folder])


def makefile_text(folder):
    makefile = folder / 'Makefile'
    return makefile.read_text(errors='replace') if makefile.exists() else ''


# Folders src/*-hip (or -cuda) in byte order with one source main.cu, no header, no ../ in the Makefile, under 300 lines.
def fitting(root, kind):
    for folder in folders_of(root, kind):
        files = [p for p in folder.rglob('*') if p.suffix in ('.cu', '.cpp', '.h', '.hpp', '.cuh', '.cc', '.c')]
        if [p.name for p in files] != ['main.cu'] or '../' in makefile_text(folder) or not (folder / 'Makefile').exists():
            continue
        if len(files[0].read_text(errors='replace').splitlines()) < 300:
            yield Program(str(folder.relative_to(root)), folder, files, [])


def folders_of(root, kind):
    return sorted((root / 'src').glob(f'*-{kind}'), key=lambda p: p.name.encode())


# 60 of them, spread evenly, and the others.
def drawn(programs):
    count = min(60, len(programs))
    return [programs[len(programs) * k // count] for k in range(count)]


def hecbench(root, kind='hip'):
    return drawn(list(fitting(root, kind)))


def hecbench_others(root, kind='hip'):
    programs = list(fitting(root, kind))
    taken = drawn(programs)
    return [program for program in programs if program not in taken]


# Sources that others of them include are no sources of their own.
def without_included(sources):
    includes = '\n'.join(source.read_text(errors='replace') for source in sources)
    included = {pathlib.Path(name).name for name in re.findall(r'^ *# *include *"([^"]+)"', includes, re.M)}
    return [source for source in sources if source.name not in included]


# Each folder is one program, of the sources and headers that its Makefile names.
def hecbench_all(root, kind='hip'):
    for folder in folders_of(root, kind):
        text = makefile_text(folder)
        named = [folder / name for name in re.findall(r'(?<![\w./])[\w./-]+\.(?:cu|cpp|cc|c)\b', text)]
        sources = sorted({p.resolve() for p in named if p.is_file()}) or sorted(p for p in folder.iterdir() if p.suffix in SOURCES)
        includes = [folder / name for name in re.findall(r'-I *([\w./-]+)', text) if (folder / name).is_dir()]
        yield Program(str(folder.relative_to(root)), folder, without_included(sources), includes)


TABLE = tomllib.loads(pathlib.Path(__file__).with_name('reduced.toml').read_text())
JUDGED = TABLE['judged']
SETS = {'rocm-examples': rocm_examples, 'hip-tests': hip_tests}
for chosen in (hecbench, hecbench_others, hecbench_all):
    name = chosen.__name__.replace('_', '-')
    SETS |= {name: chosen, name + '-cuda': functools.partial(chosen, kind='cuda')}


# What a program's own Makefile defines and links, and its language.
def of_makefile(folder):
    text = makefile_text(folder)
    defined = re.findall(r'(?<!\S)-D\w+(?:=[\w.]+)?(?!\S)', text)
    libraries = [word for word in re.findall(r'(?<!\S)-l\w+(?!\S)', text) if word != '-lib']  # nvcc's, to make one
    return [*re.findall(r'(?<!\S)-std=(?:c|gnu)\+\+\w+', text)[:1], *defined], libraries


# A program's name in reduced.toml, where CUDA's spelling of a program of HeCBench is as HIP's.
def reduced_name(program):
    return re.sub('-cuda$', '-hip', pathlib.Path(program.name).name)


# The arguments of a program: reduced.toml's, or those of the first line under `run:` that starts one.
def arguments_of(program, reduced):
    if reduced_name(program) in reduced:
        return reduced[reduced_name(program)].split()
    line = re.search(r'^run:[^\n]*\n(?:\t[^\n]*\n)*?\t[^\n]*?\./\S+([^\n;&|]*)', makefile_text(program.folder), re.M)
    return line.group(1).split() if line and '$' not in line.group(1) else []


# Seconds of the processor that the processes of a session have taken.
def used(session):
    ticks = 0
    for stat in pathlib.Path('/proc').glob('[0-9]*/stat'):
        try:
            fields = stat.read_text().rpartition(')')[2].split()
        except OSError:
            continue  # it has ended
        if int(fields[3]) == session:
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf('SC_CLK_TCK')


# Ends a program that waits: in five minutes it took next to nothing of the processor, however busy that was.
def end_waiting(process, ended):
    before = 0
    while not ended.wait(300):
        now = used(process.pid)
        if now - before < 0.1:
            os.killpg(process.pid, signal.SIGTERM)
        before = now


# `seconds` are of the processor, so that what else the machine does has little say. Returns None for a program that does
# not end in them, or waits for ever, what it printed and the seconds that it took.
def run(command, folder, seconds, environment=None):
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 5))

    with tempfile.TemporaryFile() as printed:
        process = subprocess.Popen(command, cwd=folder, stdout=printed, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                   env=environment, start_new_session=True, preexec_fn=limit)
        ended = threading.Event()
        watch = threading.Thread(target=end_waiting, args=(process, ended))
        watch.start()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        ended.set()
        watch.join()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        printed.seek(0)
        text = printed.read(1 << 20).decode(errors='replace')
    ended = process.returncode not in (-signal.SIGXCPU, -signal.SIGTERM, -signal.SIGKILL)
    return process.returncode if ended else None, text, usage.ru_utime + usage.ru_stime


def verdict(code, text):
    if code is None:
        return 'not ended'
    if code < 0:
        return f'signal {-code}'
    if code != 0:
        return f'exit {code}'
    rest = NO_ERROR.sub('', text)
    if WRONG.search(rest):
        return 'says wrong'
    return 'right' if RIGHT.search(rest) or rest != text else 'ran'


# One line a finding: its rule, where it is and what it says.
def findings_of(record):
    if not record.exists():
        return []
    lines = []
    for finding in json.loads(record.read_text())['findings']:
        places = [f"{pathlib.Path(side['file']).name}:{side['line']}" for side in finding['sides'] if side['line']]
        lines.append(f"{finding['message']} ({', '.join(places)}, in {finding['kernel']})")
    return lines


def compile_command(options, program, sources, includes, output):
    defined, libraries = of_makefile(program.folder)
    command = [options.hippuzzle.resolve(), 'cc', *(['--check'] if options.check else []), '-w', *defined]
    command += ['-fsyntax-only'] if options.compile_only else ['-o', output]
    return command + [f'-I{i}' for i in includes] + sources + libraries


# The folder that a program is run in: its own, or a copy with its modules. None where one does not compile.
def place_of(options, program, scratch):
    if not program.modules:
        return program.folder, ''
    place = scratch / 'place'
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(program.folder, place)
    for source, file in program.modules:
        code, text, _ = run([options.hippuzzle.resolve(), 'cc', '-w', '--genco', *(f'-I{i}' for i in program.includes), source,
                             '-o', place / file], program.folder, 300)
        if code != 0:
            return None, text
    return place, ''


def first_error(text):
    errors = [line for line in text.splitlines() if 'error' in line or ': what stands' in line or 'launch' in line]
    return (errors or text.splitlines() or ['-'])[0]


# Copies of the sources with other sizes.
def smaller(sources, sizes, scratch):
    copies = []
    for source in sources:
        text = source.read_text(errors='replace')
        for old, new in sizes:
            text = text.replace(old, new)
        copies.append(scratch / source.name)
        copies[-1].write_text(text)
    return copies


# A row of the table, as a dictionary.
def measure(options, program, reduced, scratch):
    built, record = scratch / 'program', scratch / 'findings.json'
    record.unlink(missing_ok=True)
    row = {'program': program.name, 'compiled': 'no', 'how': '', 'seconds': '', 'note': ''}
    code, text, _ = run(compile_command(options, program, program.sources, program.includes, built), program.folder, 300)
    place = None
    if code == 0 and not options.compile_only:
        place, text = place_of(options, program, scratch)
    if code != 0 or (place is None and not options.compile_only):
        return {**row, 'note': first_error(text)[-150:], 'output': text}
    row['compiled'] = 'yes'
    if options.compile_only:
        return row
    sizes = reduced.get('sizes', {}).get(reduced_name(program))
    if sizes:
        copies = smaller(program.sources, sizes, scratch)
        code, text, _ = run(compile_command(options, program, copies, [*program.includes, program.folder], built), program.folder, 300)
        if code != 0:
            return {**row, 'how': 'smaller copy', 'note': first_error(text)[-150:], 'output': text}
    arguments = arguments_of(program, reduced)
    environment = {**os.environ, 'HIPPUZZLE_CHECK': f'format=json:log_path={record}:blocks={options.blocks}'}
    if place != program.folder:
        built = shutil.copy(built, place / 'program')  # some look for a module beside themselves
    code, text, seconds = run([built, *arguments], place, options.seconds, environment)
    found = findings_of(record)
    how = verdict(0 if code == 4 and found else code, text)
    row |= {'how': JUDGED.get(row['program'], how) if how == 'says wrong' else how, 'seconds': f'{seconds:.1f}', 'output': text}
    return {**row, 'arguments': ' '.join(arguments), 'findings': found, 'note': '; '.join(found[:3])}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('hippuzzle', type=pathlib.Path)
    parser.add_argument('set', choices=SETS)
    parser.add_argument('checkout', type=pathlib.Path)
    parser.add_argument('--check', action='store_true')
    parser.add_argument('--blocks', type=int, default=0, help='with --check: of each launch, look at so many blocks')
    parser.add_argument('--seconds', type=float, default=60, help='of the processor, that a program may take')
    parser.add_argument('--only', action='append', help='a part of the name of the programs to take')
    parser.add_argument('--compile-only', action='store_true')
    parser.add_argument('--json', type=pathlib.Path, help='where to write the rows with what the programs printed')
    options = parser.parse_args()
    reduced = TABLE.get('hecbench' if options.set.startswith('hecbench') else options.set, {})
    rows = []
    print('| program | compiled | ran | seconds | note |\n|---|---|---|---|---|', flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        for program in SETS[options.set](options.checkout.resolve()):
            if options.only and not any(part in program.name for part in options.only):
                continue
            row = measure(options, program, reduced, pathlib.Path(scratch))
            rows.append(row)
            cells = (row['program'], row['compiled'], row['how'], row['seconds'], row['note'].replace('|', '\\|'))
            print('| ' + ' | '.join(cells) + ' |', flush=True)
            if options.json:
                options.json.write_text(json.dumps(rows, indent=1))
    count = lambda key, value: sum(row[key] == value for row in rows)
    print(f"\n{len(rows)} programs: {count('compiled', 'yes')} compile; {count('how', 'right')} are right by their own check, "
          f"{count('how', 'ran')} run without one, {sum(bool(row['how']) for row in rows) - count('how', 'right') - count('how', 'ran')} do not")
    return 0


if __name__ == '__main__':
    sys.exit(main())
