// The report of strong scaling.
#pragma once

#include <string>
#include <vector>

#include "cli/report/output.hpp"
#include "engine/performance/bench/scaling.hpp"

namespace hippuzzle {

std::string scaling_text(const Scaling& scaling, const Look& look);
std::string scaling_json(const Scaling& scaling, const Look& look);
std::vector<Format<Scaling>> scaling_formats();

// Speed over one device over the number of devices, both logarithmic; see chart.hpp for file.
void plot_scaling(const Scaling& scaling, const std::string& file);

}  // namespace hippuzzle
