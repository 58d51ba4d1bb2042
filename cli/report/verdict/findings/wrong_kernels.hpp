// Findings of checks of wrong kernels, as a file that the book is made from.
#pragma once

#include <string>
#include <vector>

#include "engine/judge/result.hpp"

namespace hippuzzle {

struct WrongKernel {
  std::string name;      // of its file
  std::string sentence;  // its mistake
  std::string source;    // of the whole file
  std::vector<VariantResult> results;
};

// One document: for each kernel its source and, by variant, the failed results and the findings.
std::string wrong_kernels_json(const std::vector<WrongKernel>& kernels);

}  // namespace hippuzzle
