// The launch that variants with a model of the device would choose for a size, and
// the model's prediction (hippuzzle/explain.h). Nothing runs; the device need not be here.
#pragma once

#include <hippuzzle/explain.h>
#include <hippuzzle/ways.h>

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

// A way in which a variant can compute a size (hippuzzle/ways.h).
struct TimedWay {
  uint32_t number = 0;
  std::string words;        // "128 x 144, clusters of 2 x 4"
  double predicted = 0;     // milliseconds
  double milliseconds = 0;  // as measured; 0: not yet

  bool operator==(const TimedWay&) const = default;
};

constexpr uint32_t most_proposed_ways = 5;

struct Explanation {
  std::string variant;  // its flag
  std::string why_not;  // nothing is explained, to follow its name; "" when it is
  hippuzzle_explanation says = {};
  std::vector<TimedWay> ways;  // the fastest ones, as the model predicts; none without a choice
};

struct ExplainedSize {
  std::string puzzle, size;  // "gemm", "4096x4096x512"
  ModelledDevice device;
  std::vector<Explanation> variants;  // in their order
};

// The puzzle's model of ways; nullptr for a puzzle without one.
const hippuzzle_way_model* way_model_of(const SearchPath& search_path, const VariantRef& ref);

// The ways that the model proposes; none where there is no choice.
std::vector<TimedWay> proposed_ways(const hippuzzle_way_model& model, const VariantRef& ref,
                                    const hippuzzle_extents& extents, const ModelledDevice& device);

// refs: variants of one puzzle. Throws Error(usage) when its judge module explains nothing.
ExplainedSize explain_size(const SearchPath& search_path, const std::vector<VariantRef>& refs,
                           const hippuzzle_extents& extents, const ModelledDevice& device);

}  // namespace hippuzzle
