// The functions of HIP that a program may call here.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "toolchain/toolchain.hpp"

namespace hippuzzle::cc {

struct CoveredFunction {
  std::string name;
  bool is_there;
};

// For each name of the list, one a line except lines that begin with '#', reports whether HIP's
// headers declare it as the compiler reads them. Throws Error(load_failed) when it cannot read
// them, and std::system_error.
std::vector<CoveredFunction> hip_function_list(const Toolchain& toolchain,
                                               const std::filesystem::path& list);

}  // namespace hippuzzle::cc
