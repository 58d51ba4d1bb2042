// A trace in the formats for people; engine/protocol/trace_codec.hpp has the one for programs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/protocol/trace.hpp"

namespace hippuzzle {

struct TraceStyle {
  std::optional<uint32_t> thread;  // show this thread in full and no other
  bool colour = false;
  int width = 80;  // columns
};

// "p16 --tiled, the example [reference]"
std::string trace_title(const Trace& trace);

std::string trace_text(const Trace& trace, const TraceStyle& style);

struct KernelSource {
  struct Line {
    std::string file;
    int number;
    std::string text;
  };
  std::string kernel;
  std::vector<Line> lines;  // of the functions that its accesses and barriers lie in
};

// One HTML page. Its style and its script are in it, or in files beside it that it shares with
// others. Without the source of a kernel its lines are named by number.
enum class TracePageParts { inside, beside };
std::string trace_page(const Trace& trace, const std::vector<KernelSource>& sources,
                       TracePageParts parts = TracePageParts::inside);

struct TracePageFile {
  std::string name, text;
};
std::vector<TracePageFile> trace_page_files();

}  // namespace hippuzzle
