// A trace as the document that docs/reference/trace.md describes.
#pragma once

#include <string>
#include <string_view>

#include "engine/results/trace.hpp"

namespace hippuzzle {

// One line of ASCII, which may be cut anywhere and put together again.
std::string to_json(const Trace& trace);

// Throws a std::exception for text that to_json() did not write.
Trace trace_from_json(std::string_view document);

}  // namespace hippuzzle
