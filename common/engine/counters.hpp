// What a GPU's counters say of one launch of a variant's kernels: NVIDIA's ncu is started, which
// starts the runner.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "book.hpp"
#include "judge.hpp"

namespace hippuzzle {

struct Profiler {
  std::filesystem::path program;
  std::string name;  // "ncu 2025.3.1"
};

// Throws Error(unsupported) where nothing can count on the platform, and says what it takes.
Profiler find_profiler(const std::string& platform);

// Of one launch of a variant, which may consist of several kernels.
struct CountedLaunch {
  std::string profiler;              // "ncu 2025.3.1"
  std::vector<std::string> kernels;  // as the profiler names them, in their order
  double dram_bytes = 0;             // read from and written to device memory
  double l2_bytes = 0;               // asked of the L2 cache
  std::map<std::string, double>
      flops;  // by the ceiling that bounds them: "fp32", "tf32" and "bf16"; a multiply-add is two
};

// Launches the variant once, on random inputs of that size. Its answer is not judged. The caches
// are empty before each kernel. Throws Error: unsupported with the profiler's own words when it
// counts nothing; another outcome when the kernel comes to no end.
CountedLaunch count_launch(const Exercise& exercise, const hippuzzle_extents& extents,
                           const Candidate& candidate, const Profiler& profiler, uint64_t seed,
                           std::chrono::milliseconds timeout);

// A kernel in a report of ncu's: metrics by their names, in bytes and instructions.
struct ProfiledKernel {
  std::string name;
  std::map<std::string, double> metrics;
};

// What `ncu --csv` wrote, a metric a line, among its messages. Throws Error(unsupported) when there
// is no kernel in it, or it is not understood.
std::vector<ProfiledKernel> kernels_of_report(const std::string& text);

}  // namespace hippuzzle
