// The summary of a grid of shapes for a variant: its speed over the baseline, or over the
// first variant if no baseline was measured, in the mean and at the worst shape.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/performance/bench/benchmark.hpp"

namespace hippuzzle {

struct ShapesSummary {
  std::string name;           // of the variant
  std::string against;        // "the baseline", or the first variant's name
  size_t shapes = 0;          // with a ratio
  size_t left_out = 0;        // that it does not take, or failed at
  double geometric_mean = 0;  // of the ratios; above 1 is faster than the baseline
  double worst = 0, best = 0;
  std::string worst_at = {}, best_at = {};  // "4096x4096x512"
};

// The speed of a variant over its baseline's; 0 without both times.
double ratio_of(const Bench& bench, const Measurement& variant);

// A summary for each variant with a ratio, in their order.
std::vector<ShapesSummary> summarise_shapes(std::span<const Bench> shapes);

// The ratios over the operations of each shape, both logarithmic; see chart.hpp for file.
void plot_over_operations(std::span<const Bench> shapes, const std::string& file);

}  // namespace hippuzzle
