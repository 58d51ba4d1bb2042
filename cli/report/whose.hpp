// The author of the kernels in a verdict, a finding or a trace, as texts name them.
#pragma once

#include <string>

#include "engine/results/kernels.hpp"

namespace hippuzzle {

inline std::string whose(Kernels kernels) {
  return kernels == Kernels::yours ? "your kernels" : "reference";
}

}  // namespace hippuzzle
