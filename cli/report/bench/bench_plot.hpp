// A plot of variants over size.
#pragma once

#include <string>
#include <vector>

#include "engine/performance/bench/benchmark.hpp"

namespace hippuzzle {

// Draws GFLOP/s, or GB/s where a puzzle counts no operations; see chart.hpp for file. Without
// measurements a warning says that nothing is drawn.
void plot_over_size(const std::vector<Bench>& sizes, const std::string& file);

}  // namespace hippuzzle
