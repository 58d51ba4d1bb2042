// A trace in the formats for people; engine/protocol/trace_codec.hpp has the one for programs.
#pragma once

#include <optional>
#include <string>

#include "engine/protocol/trace.hpp"

namespace hippuzzle {

struct TraceStyle {
  std::optional<uint32_t> thread;  // show this thread in full and no other
  bool colour = false;
  int width = 80;  // columns
};

std::string trace_text(const Trace& trace, const TraceStyle& style);

// One HTML page, self-contained.
std::string trace_page(const Trace& trace);

}  // namespace hippuzzle
