#!/usr/bin/env python3
"""The studio's figures on this machine: time until the page can be used, bytes before the first
trace, and the time of a verdict compared with `hippuzzle watch`. Not a test: it measures.

    tests/studio/measure_studio.py build/dev/bin/hippuzzle [rounds]
"""
import http.client
import json
import pathlib
import queue
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time

KERNEL = """#include <hip/hip_runtime.h>
__global__ void add_10(float* output, const float* a) {
  output[threadIdx.x] = a[threadIdx.x] + 10;  // %d
}
"""
SCRIPTS = ["book_code", "studio", "studio_server", "studio_text", "studio_lesson", "studio_editor", "studio_drafts",
           "studio_results", "studio_runs", "studio_views", "studio_measures", "studio_panes"]


def workspace(binary, folder):
    subprocess.run([binary, "init", folder], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([binary, "start", "p01"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return pathlib.Path(folder) / "p01_map" / "kernel.hip"


class Studio:
    def __init__(self, binary, folder):
        began = time.monotonic()
        self.process = subprocess.Popen([binary, "studio", "p01", "--backend", "cpu", "--port", "0"], cwd=folder,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        address = self.process.stdout.readline()
        self.port, token = re.match(r"http://127.0.0.1:(\d+)(/\S+)", address).groups()
        self.headers = {"Origin": f"http://127.0.0.1:{self.port}"}
        answer, _ = self.ask("GET", token)
        self.headers["Cookie"] = answer.getheader("Set-Cookie").split(";")[0]
        self.bytes = 0
        for path in ["/", "/book.css", "/studio.css", "/editor/codemirror.js", "/editor/codemirror.css", "/editor/clike.js",
                     "/editor/matchbrackets.js", "/editor/show-hint.js", "/editor/show-hint.css", "/api/course", "/api/lesson?page=p01.html"] + [f"/{name}.js" for name in SCRIPTS]:
            self.bytes += len(self.ask("GET", path)[1])
        self.ask("POST", "/api/open?puzzle=p01")
        self.usable = time.monotonic() - began
        self.events = http.client.HTTPConnection("127.0.0.1", self.port)
        self.events.request("GET", "/api/events", headers=self.headers)
        self.lines = self.events.getresponse()
        self.until("event: ready")

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request(method, path, body, self.headers)
        answer = connection.getresponse()
        return answer, answer.read()

    def until(self, text):
        while text not in (line := self.lines.readline().decode()):
            assert line, "the studio has ended"

    def verdict(self, file, text):
        began = time.monotonic()
        file.write_text(text)
        self.until("event: end")
        return time.monotonic() - began


class Watch:
    """`hippuzzle watch` with the time of each line that it prints."""

    def __init__(self, binary, folder):
        self.process = subprocess.Popen([binary, "watch", "p01", "--backend", "cpu"], cwd=folder, stdout=subprocess.PIPE,
                                        stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line))

    def drain(self):
        """Waits until nothing has been printed for two seconds."""
        try:
            while True:
                self.lines.get(timeout=2)
        except queue.Empty:
            pass

    def verdict(self, file, text):
        began = time.monotonic()
        file.write_text(text)
        while True:
            when, line = self.lines.get(timeout=120)
            if "passed" in line:
                break
        self.drain()
        return when - began


def main():
    binary = str(pathlib.Path(sys.argv[1]).absolute())
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 7
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        file, watched = workspace(binary, one), workspace(binary, other)
        studio = Studio(binary, one)
        watch = Watch(binary, other)
        studio.verdict(file, KERNEL % -1)       # both have precompiled headers from here on
        watch.verdict(watched, KERNEL % -1)
        pairs = [(studio.verdict(file, KERNEL % i), watch.verdict(watched, KERNEL % i)) for i in range(rounds)]
        studio.process.terminate()
        watch.process.terminate()
    print(json.dumps({"usable_seconds": round(studio.usable, 3), "bytes_before_first_trace": studio.bytes,
                      "studio_seconds": round(statistics.median(p[0] for p in pairs), 3),
                      "watch_seconds": round(statistics.median(p[1] for p in pairs), 3),
                      "median_ratio": round(statistics.median(p[0] / p[1] for p in pairs), 3)}))


main()
