// A trace in each format.
#pragma once

#include <string>
#include <vector>

#include "cli/report/output.hpp"
#include "engine/results/trace.hpp"

namespace hippuzzle {

struct TraceStyle {
  std::vector<uint32_t> threads;  // show these in full and no others; empty for all
  bool colour = false;
  int width = 80;            // columns
  bool memory_only = false;  // no requests, no variables
};

// "p16 --tiled, the example [reference]"
std::string trace_title(const Trace& trace);

std::string trace_text(const Trace& trace, const TraceStyle& style);

// One phase of it, from 0 on.
std::string phase_text(const TracedLaunch& launch, size_t phase, const TraceStyle& style);

struct KernelSource {
  struct Line {
    std::string file;
    int number;
    std::string text;
  };
  std::string kernel;
  std::vector<Line> lines;  // of the functions that its accesses and barriers lie in
};

// A place in a trace that its page opens with, and points at.
struct TraceMark {
  size_t launch = 0, phase = 0;
  uint32_t thread = 0, array = 0;
  uint64_t element = 0;
  std::string text = {};  // a sentence
};

// One HTML page. Its style and its script are in it, or in files next to it that it shares with
// others. Without the source of a kernel its lines are named by number.
enum class TracePageParts { inside, beside };
std::string trace_page(const Trace& trace, const std::vector<KernelSource>& sources,
                       TracePageParts parts = TracePageParts::inside,
                       const std::vector<TraceMark>& marks = {});

struct TracePageFile {
  std::string name, text;
};
std::vector<TracePageFile> trace_page_files();

struct PrintedTrace {
  const Trace& trace;
  std::vector<uint32_t> threads;      // of TraceStyle
  std::vector<KernelSource> sources;  // for a page
};

std::vector<Format<PrintedTrace>> trace_formats();

}  // namespace hippuzzle
