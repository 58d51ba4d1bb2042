#!/usr/bin/env python3
"""Everything that several devices are for, in one go: ./dev bench devices

Runs and checks the puzzles for several devices, measures the links and the collectives, and the sharded products on
each number of devices; a short table comes last. The exit code is 1 where anything failed, and 0 where all passed or
the machine lacks what it takes. Without several GPUs the devices are simulated: then only the verdicts mean anything.
"""

import argparse
import json
import os
import re
import subprocess
import sys

UNSUPPORTED = 77
ELEMENT_BYTES = {"sharded-fp32": 4, "sharded-bf16": 2}
ALONE = {"sharded-fp32": "fp32-best", "sharded-bf16": "wgmma-bf16"}  # the rung on one device


class Rows:
    """What the table has to say, and whether anything failed."""

    def __init__(self):
        self.rows = []
        self.failed = False

    def add(self, what, verdict, figure=""):
        self.rows.append((what, verdict, figure))
        print(f"{what}: {verdict} {figure}".rstrip(), flush=True)

    def add_run(self, what, result):
        verdict = {0: "passed", UNSUPPORTED: "unsupported"}.get(result.returncode, "FAILED")
        self.failed |= verdict == "FAILED"
        self.add(what, verdict, reason(result) if verdict == "unsupported" else "")
        if verdict == "FAILED":
            sys.stderr.write(result.stdout + result.stderr)
        return verdict == "passed"

    def print(self):
        wide = [max(len(row[i]) for row in self.rows) for i in range(2)]
        print()
        for what, verdict, figure in self.rows:
            print(f"{what:{wide[0]}}  {verdict:{wide[1]}}  {figure}".rstrip())


def json_lines(text):
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def reason(result):
    """Why a command could not do its work: of the last variant that says so, or of the command itself."""
    reasons = re.findall(r'"reason":("(?:[^"\\]|\\.)*")', result.stdout)
    errors = [line for line in result.stderr.splitlines() if "error: " in line]
    return json.loads(reasons[-1]) if reasons else errors[-1].split("error: ", 1)[1] if errors else ""


def platforms(hippuzzle):
    listed = subprocess.run([hippuzzle, "devices", "--json"], capture_output=True, text=True, check=True)
    return {p["platform"]: len(p["devices"]) for p in json.loads(listed.stdout)["platforms"]}


def rate(links, what):
    """GB/s of the largest measurement of that kind, the slowest of several links; None without any."""
    of_kind = [link for link in links if link["what"] == what]
    largest = max((link["bytes"] for link in of_kind), default=0)
    return min((link["gb_per_s"] for link in of_kind if link["bytes"] == largest), default=None)


def measure_links(run, rows, backend):
    result = run("roofline", "--links", "--json", "--backend", backend)
    if not rows.add_run("links", result):
        return None
    links = json_lines(result.stdout)[0]
    for what in ("to device", "between devices", "ring", "all-reduce", "all-gather"):
        found = rate(links["links"], what)
        if found is not None:
            rows.add(f"  {what}", "", f"{found:.1f} GB/s")
    rows.add("  collectives", "", links["collectives"] or links["why_no_collectives"])
    return rate(links["links"], "all-gather")


def milliseconds(variants, name, devices):
    for variant in variants:
        for point in variant["points"]:
            if variant["name"] == name and point["devices"] == devices:
                return point.get("milliseconds")
    return None


def measure_products(run, rows, backend, count, size, budget, all_gather):
    for sharded, alone in ALONE.items():
        result = run("bench", "gemm", "--variant", f"{alone},{sharded}", "--size", str(size), "--scaling", "--devices",
                     ",".join(map(str, range(count))), "--budget", str(budget), "--backend", backend, "--json")
        if not rows.add_run(f"{sharded} at {size}", result):
            continue
        variants = json_lines(result.stdout)[0]["variants"]
        one = milliseconds(variants, alone, 1)
        for devices in range(1, count + 1):
            time = milliseconds(variants, sharded, devices)
            if one and time:
                rows.add(f"  on {devices}", "", f"{time:.3g} ms, {one / time:.2f} times {alone} on one")
        if one and all_gather:
            gathered = size * size * ELEMENT_BYTES[sharded] * (count - 1) / count / (all_gather * 1e6)
            rows.add(f"  on {count}, computed", "",
                     f"{one / (one / count + gathered):.2f} times with an all-gather of B first and nothing hidden")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("hippuzzle")
    parser.add_argument("--backend", choices=("nvidia", "amd", "cpu"), help="else the first with two devices")
    parser.add_argument("--devices", type=int, help="how many; else all, four simulated ones")
    parser.add_argument("--size", type=int, help="of the products [16384, simulated 192]")
    parser.add_argument("--budget", type=float, default=3, help="seconds for each measurement [3]")
    wanted = parser.parse_args()

    there = platforms(wanted.hippuzzle)
    backend = wanted.backend or next((p for p in ("nvidia", "amd") if there.get(p, 0) > 1), "cpu")
    simulated = backend == "cpu"
    count = wanted.devices or (4 if simulated else there[backend])
    if not simulated and there.get(backend, 0) < count:
        sys.exit(f"devices.py: there are {there.get(backend, 0)} devices of {backend}, not {count}; give --devices")
    environment = dict(os.environ)
    environment["HIPPUZZLE_CPU_DEVICES"] = str(count)

    def run(*words):
        return subprocess.run([wanted.hippuzzle, *words], capture_output=True, text=True, env=environment)

    rows = Rows()
    rows.add("devices", "", f"{count} of {backend}" + (", simulated: no figure below says anything of GPUs"
                                                       if simulated else ""))
    for puzzle in (["halo"], ["ring_all_reduce"], ["gemm", "--sharded-fp32"], ["gemm", "--sharded-bf16"]):
        rows.add_run(" ".join(puzzle), run(*puzzle, "--backend", backend))
    for puzzle in ("halo", "ring_all_reduce"):
        rows.add_run(f"check {puzzle}, simulated", run("check", puzzle, "--backend", "cpu"))
    all_gather = measure_links(run, rows, backend)
    measure_products(run, rows, backend, count, wanted.size or (192 if simulated else 16384), wanted.budget,
                     all_gather)
    rows.print()
    sys.exit(1 if rows.failed else 0)


if __name__ == "__main__":
    main()
