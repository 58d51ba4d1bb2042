// A trace as the document that docs/trace.md describes.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "trace.hpp"

namespace hippuzzle {

nlohmann::ordered_json to_json(const Trace& trace);

// Throws a std::exception on what to_json() did not write.
Trace trace_from_json(const nlohmann::ordered_json& document);

}  // namespace hippuzzle
