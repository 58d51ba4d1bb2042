// Remarks about counted launches: what a right kernel could spare a GPU.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/judge/result.hpp"

namespace hippuzzle {

// One remark a paragraph of one or two lines, "" where there is none.
std::string remarks_text(const VariantResult& result, size_t width);

// An array; docs/check.md says what its objects hold.
nlohmann::ordered_json remarks_json(const VariantResult& result);

}  // namespace hippuzzle
