// A GPU's counters of one launch of a variant's kernels: a profiler is started, which starts the
// runner.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/judge/catalog/catalog.hpp"
#include "engine/judge/judge.hpp"
#include "engine/performance/profile/profiler.hpp"

namespace hippuzzle {

// Counters of one launch of a variant, which may consist of several kernels.
struct ProfiledLaunch {
  std::string profiler;              // "ncu 2025.3.1"
  std::vector<std::string> kernels;  // as the profiler names them, in their order
  double dram_bytes = 0;             // read from and written to device memory
  double l2_bytes = 0;               // asked of the L2 cache
  std::map<std::string, double>
      flops;  // by the ceiling that bounds them: "fp32", "tf32" and "bf16"; a multiply-add is two
};

// Adds up the counters of several kernels. Each of `runs` goes with the kernels that its run saw.
// Throws Error(unsupported) when a counter is missing or the runs do not agree on the kernels.
ProfiledLaunch add_up(const std::vector<std::vector<Counter>>& runs,
                      const std::vector<std::vector<ProfiledKernel>>& kernels,
                      const std::string& profiler);

// Launches the variant once a run of the profiler's, on random inputs of that size. Its answer is
// not judged. Under ncu the caches are empty before each kernel. Throws Error: unsupported with the
// profiler's own words when it counts nothing; another outcome when the kernel comes to no end.
ProfiledLaunch profile_launch(const VariantRef& ref, const hippuzzle_extents& extents,
                              const Candidate& candidate, const Profiler& profiler, uint64_t seed,
                              std::chrono::milliseconds timeout);

}  // namespace hippuzzle
