#!/usr/bin/env python3
"""Compares the speed of `hippuzzle cc` with others that run kernels on a processor.

    compare.py HIPPUZZLE [--hip-cpu CHECKOUT] [--side N] [--rounds N]

The product of product.hip, naive and tiled, is compiled by hippuzzle, with AMD's HIP-CPU where a checkout of
ROCm/HIP-CPU is given (it needs libtbb-dev), and in OpenCL where CL/cl.h and a processor's driver are found (Debian:
pocl-opencl-icd, opencl-headers, ocl-icd-opencl-dev). They run in turns; the table has the median of processor time,
without that of a run of the smallest size, which OpenCL compiles its kernels in, and each one's ratio to hippuzzle's.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent


def build(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        print(f'{command[0]}: {(done.stderr or done.stdout).strip().splitlines()[-1]}', file=sys.stderr)
    return done.returncode == 0


# Seconds of the processor, of a run that found its own result right.
def seconds(program, kernel, side):
    process = subprocess.Popen([program, kernel, str(side)], stdout=subprocess.PIPE, text=True)
    printed = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0 or 'right' not in printed:
        raise SystemExit(f'{program} {kernel} {side} ended with {process.returncode}: {printed}')
    return usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('hippuzzle', type=pathlib.Path)
    parser.add_argument('--hip-cpu', type=pathlib.Path)
    parser.add_argument('--side', type=int, default=1024)
    parser.add_argument('--rounds', type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        programs, folder = {}, pathlib.Path(scratch)
        native = ['-O3', '-march=native']
        commands = {'hippuzzle cc': [options.hippuzzle, 'cc', *native, HERE / 'product.hip'],
                    'OpenCL': ['c++', '-O2', HERE / 'product_opencl.cpp', '-lOpenCL']}
        if options.hip_cpu:
            commands['HIP-CPU'] = ['c++', '-std=c++17', *native, '-w', '-x', 'c++', f'-I{options.hip_cpu}/include',
                                   HERE / 'product.hip', '-x', 'none', '-ltbb', '-lpthread']
        for name, command in commands.items():
            program = folder / name.replace(' ', '_')
            if build([*command, '-o', program]):
                programs[name] = program
        print(f'| {options.side} x {options.side} | ' + ' | '.join(f'{name} | ratio' for name in programs) + ' |')
        print('|' + '---|' * (1 + 2 * len(programs)))
        for kernel in ('naive', 'tiled'):
            took = {name: [] for name in programs}
            for _ in range(options.rounds):
                for name, program in programs.items():
                    took[name].append(seconds(program, kernel, options.side) - seconds(program, kernel, 16))
            median = {name: statistics.median(all) for name, all in took.items()}
            ours = median['hippuzzle cc']
            cells = [f'{median[name]:.2f} s | {median[name] / ours:.2f}' for name in programs]
            print(f'| {kernel} | ' + ' | '.join(cells) + ' |', flush=True)


if __name__ == '__main__':
    main()
