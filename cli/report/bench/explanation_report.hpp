// The report of --explain for a size.
#pragma once

#include "engine/bench/benchmark.hpp"
#include "engine/bench/explanation.hpp"

namespace hippuzzle {

// measured: at the same size; nullptr where nothing was measured.
void print_explanation_text(const ExplainedSize& explained, const Bench* measured);
void print_explanation_json(const ExplainedSize& explained, const Bench* measured);

}  // namespace hippuzzle
