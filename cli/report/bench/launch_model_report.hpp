// The report of --explain for a size.
#pragma once

#include <string>
#include <vector>

#include "cli/report/output.hpp"
#include "engine/performance/bench/benchmark.hpp"
#include "engine/performance/bench/launch_model.hpp"

namespace hippuzzle {

// measured: at the same size; nullptr where nothing was measured.
std::string explanation_text(const ExplainedSize& explained, const Bench* measured,
                             const Look& look);
std::string explanation_json(const ExplainedSize& explained, const Bench* measured);

// The formats for sizes that were not measured.
std::vector<Format<std::vector<ExplainedSize>>> explanation_formats();

}  // namespace hippuzzle
