#!/usr/bin/env python3
"""Bytes of the L2 cache and of device memory: the roofline's models beside the GPU's counters.

    bench/traffic.py --size 1024 > traffic.md          # on a machine with a GPU and ncu or rocprof

A row for each variant: the first reads of its blocks and their writes, which `hippuzzle roofline`
takes for the L2 cache's bytes; each array once, which it takes for device memory's; the counted
bytes of both, and the ratios of counted to modelled bytes.
"""
import argparse
import json
import subprocess
import sys

SECTOR_BYTES = 32
KERNELS = {  # variants, and a size; "" for the option's
    "p16": ("naive,tiled", ""),
    "gemm": ("naive,coalesced,tiled,tiled-vec,register-blocked,vectorized,warp-tiled,"
             "double-buffered,async,fp32-best", ""),
    "fusion": ("", ""),
    "p12": ("many-blocks,warp", "16777216"),
    "p14": ("complete", "1048576"),
}


def amount(value):
    for unit, factor in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if value >= factor:
            return f"{value / factor:.3g} {unit}"
    return f"{value:.0f} B"


def roofline(arguments, puzzle, variants, size):
    command = [arguments.hippuzzle, "roofline", puzzle, "--measured", "--json"]
    command += ["--variant", variants] if variants else []
    command += ["--size", size]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.stderr:
        print(done.stderr, end="", file=sys.stderr)
    if not done.stdout:
        print(f"{puzzle}: nothing was counted (exit code {done.returncode})", file=sys.stderr)
        return None
    return json.loads(done.stdout)


def row(puzzle, size, kernel):
    traffic, counted = kernel["traffic"], kernel.get("counted")
    if traffic is None or counted is None:
        return None
    compulsory = next(p for p in kernel["placements"] if p["model"] == "compulsory")
    l2 = traffic["first_read_bytes"] + SECTOR_BYTES * traffic["written_sectors"]
    memory = compulsory["bytes"] + compulsory["written"]
    cells = [f"{puzzle} {kernel['name']}", size, amount(l2), amount(counted["l2_bytes"]),
             f"{counted['l2_bytes'] / l2:.2f}", amount(memory), amount(counted["dram_bytes"]),
             f"{counted['dram_bytes'] / memory:.2f}", kernel["binds"]]
    return "| " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hippuzzle", default="build/dev/bin/hippuzzle")
    parser.add_argument("--size", default="1024", help="of the products")
    arguments = parser.parse_args()
    print("| kernel | size | L2, modelled | L2, counted | ratio | memory, modelled | memory, counted "
          "| ratio | binds |")
    print("|---|---|---|---|---|---|---|---|---|")
    for puzzle, (variants, size) in KERNELS.items():
        found = roofline(arguments, puzzle, variants, size or arguments.size)
        for kernel in found["kernels"] if found else []:
            line = row(puzzle, found["size"], kernel)
            if line:
                print(line, flush=True)


if __name__ == "__main__":
    main()
