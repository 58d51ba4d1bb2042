// Changes between two measurements: faster, slower or the same.
#pragma once

#include <string>
#include <vector>

#include "cli/report/output.hpp"
#include "engine/performance/bench/benchmark.hpp"

namespace hippuzzle {

// One variant at one size and in one regime, in both measurements.
struct BenchChange {
  std::string puzzle, variant, size;
  std::string regime;    // "cold", "warm" or "sustained"
  double before, after;  // medians, in milliseconds
  Ratio time;            // after over before, with its interval
  Kernels whose_before = Kernels::reference, whose_after = Kernels::reference;

  // "faster" or "slower" where the whole interval says so; otherwise "the same" when it lies within
  // 10 % of no change, and "cannot tell" when it holds more than that.
  const char* verdict() const;
};

// Changes of measurements that both have: one variant, size, device and kind of caches. In the
// order of `after`.
std::vector<BenchChange> bench_changes(const std::vector<Bench>& before,
                                       const std::vector<Bench>& after);

// A table; a JSON object a line. Lines end with a line break.
std::string bench_changes_text(const std::vector<BenchChange>& changes, const Look& look);
std::string bench_changes_json(const std::vector<BenchChange>& changes, const Look& look);

std::vector<Format<std::vector<BenchChange>>> bench_changes_formats();

}  // namespace hippuzzle
