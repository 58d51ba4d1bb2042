// Whose kernels a verdict, a finding or a trace is about, as texts say it.
#pragma once

#include <string>

#include "engine/results/kernels.hpp"

namespace hippuzzle {

inline std::string whose(Kernels kernels) {
  return kernels == Kernels::yours ? "your kernels" : "reference";
}

}  // namespace hippuzzle
