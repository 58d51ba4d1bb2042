// The report of a device's ceilings, and of kernels under them.
#pragma once

#include <string>
#include <vector>

#include "engine/judge/catalog/catalog.hpp"
#include "engine/results/kernels.hpp"
#include "engine/performance/roofline/roofline.hpp"

namespace hippuzzle {

// Text for people. title: "p16 at 1024"; unused when nothing is placed. catalog: whose ids advice
// has.
void print_roofline_text(const Ceilings& ceilings, const std::string& title,
                         const std::vector<Placed>& placed, const Catalog& catalog);

// JSON for programs: one object. whose: who wrote what is placed.
void print_roofline_json(const Ceilings& ceilings, const std::string& puzzle,
                         const std::string& size, const std::vector<Placed>& placed, Kernels whose,
                         const Catalog& catalog);

// GFLOP/s over FLOP/B, both logarithmic; see chart.hpp for file.
void plot_roofline(const Ceilings& ceilings, const std::string& title,
                   const std::vector<Placed>& placed, const std::string& file);

}  // namespace hippuzzle
