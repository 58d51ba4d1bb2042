// The report of strong scaling.
#pragma once

#include <string>

#include "engine/performance/bench/scaling.hpp"

namespace hippuzzle {

void print_scaling_text(const Scaling& scaling);
void print_scaling_json(const Scaling& scaling);

// Speed over one device over the number of devices, both logarithmic; see chart.hpp for file.
void plot_scaling(const Scaling& scaling, const std::string& file);

}  // namespace hippuzzle
