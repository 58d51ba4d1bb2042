// The launch that variants with a model of the device would choose for a size, and
// the model's prediction (hippuzzle/explain.h). Nothing runs; the device need not be here.
#pragma once

#include <hippuzzle/explain.h>

#include <cstdint>
#include <string>
#include <vector>

#include "engine/judge/catalog/catalog.hpp"

namespace hippuzzle {

struct ModelledDevice {
  std::string name;  // "NVIDIA H200"
  std::string platform, architecture;
  uint32_t multiprocessors = 0;
};

struct Explanation {
  std::string variant;  // its flag
  std::string why_not;  // nothing is explained, to follow its name; "" when it is
  hippuzzle_explanation says = {};
};

struct ExplainedSize {
  std::string puzzle, size;  // "gemm", "4096x4096x512"
  ModelledDevice device;
  std::vector<Explanation> variants;  // in their order
};

// refs: variants of one puzzle. Throws Error(usage) when its judge module explains nothing.
ExplainedSize explain_size(const SearchPath& search_path, const std::vector<VariantRef>& refs,
                           const hippuzzle_extents& extents, const ModelledDevice& device);

}  // namespace hippuzzle
