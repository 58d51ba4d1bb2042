// The report of a device's ceilings, and of kernels under them.
#pragma once

#include <string>
#include <vector>

#include "cli/report/output.hpp"
#include "engine/judge/catalog/catalog.hpp"
#include "engine/performance/roofline/roofline_model.hpp"
#include "engine/results/kernels.hpp"

namespace hippuzzle {

struct PlacedKernels {
  const Ceilings& ceilings;
  std::string puzzle, size;  // "" where no kernel is placed
  const std::vector<Placed>& placed;
  Kernels whose;           // who wrote them
  const Catalog& catalog;  // whose ids advice has
};

// Text for people, and one JSON object for programs.
std::string roofline_text(const PlacedKernels& kernels, const Look& look);
std::string roofline_json(const PlacedKernels& kernels, const Look& look);
std::vector<Format<PlacedKernels>> roofline_formats();

// GFLOP/s over FLOP/B, both logarithmic; see chart.hpp for file.
void plot_roofline(const PlacedKernels& kernels, const std::string& file);

}  // namespace hippuzzle
