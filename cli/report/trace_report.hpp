// A trace, in the formats for people; engine/trace_json.hpp has the one for programs.
#pragma once

#include <optional>
#include <string>

#include "engine/protocol/trace.hpp"

namespace hippuzzle {

struct TraceStyle {
  std::optional<uint32_t> thread;  // all that this one does, in place of what each does
  bool colour = false;
  int width = 80;  // columns
};

std::string trace_text(const Trace& trace, const TraceStyle& style);

// One HTML page that needs nothing beside it.
std::string trace_page(const Trace& trace);

}  // namespace hippuzzle
