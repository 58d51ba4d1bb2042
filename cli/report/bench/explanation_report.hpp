// The report of --explain for a size.
#pragma once

#include "engine/performance/bench/benchmark.hpp"
#include "engine/performance/bench/explanation.hpp"

namespace hippuzzle {

// measured: at the same size; nullptr where nothing was measured.
void print_explanation_text(const ExplainedSize& explained, const Bench* measured);
void print_explanation_json(const ExplainedSize& explained, const Bench* measured);

}  // namespace hippuzzle
