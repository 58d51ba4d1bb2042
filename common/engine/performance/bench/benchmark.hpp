// Measures variants of a puzzle at a size of the user's choice: correct first, then against each
// other and the vendor's BLAS, then correct again. Knows no output format.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/judge/cases/size.hpp"
#include "engine/judge/catalog/catalog.hpp"
#include "engine/judge/judge.hpp"
#include "engine/performance/bench/way_table.hpp"
#include "engine/results/kernels.hpp"
#include "support/statistics.hpp"

namespace hippuzzle {

struct BenchOptions {
  uint64_t seed = 1;
  bool cold = true;  // caches flushed before each launch; else warm from the same launch
  double sustained_seconds = 0;  // of an extra trial of launches without pauses; 0 for none
  bool baseline = false;         // the vendor's BLAS as well, for variants that are products
  double budget_seconds = 5;     // of measuring, for all variants at one size
  double relative_error = 0.005;
  uint32_t min_samples = 10;      // unless the budget ends first
  uint32_t min_samples_hard = 0;  // though the budget has ended
  uint32_t most_samples = 10'000;
  std::chrono::milliseconds timeout{
      60'000};                     // of everything else, for each process that is started
  uint64_t elements = 0;           // of each output that are shown next to the right ones
  bool launches_may_wait = false;  // for their kernels, as under a profiler; else that is refused
  WayTable* ways = nullptr;        // of the puzzle, where variants may be measured in several ways
};

// Launches that followed each other without pauses, after the clock had settled.
struct Sustained {
  Summary time;                        // milliseconds of one launch
  std::vector<double> samples;         // the mean of each batch's launches, in their order
  uint64_t launches = 0;               // in all batches
  bool settled = true;                 // before each trial's batches began
  std::vector<double> clocks_mhz;      // during each batch; 0 when not known
  double power_w = 0;                  // as the last batch saw it
  std::vector<std::string> throttled;  // words, of all batches

  double clock_mhz() const { return summarise(clocks_mhz).median; }
};

// One element of an output as the verified launch left it.
struct ShownElement {
  std::vector<uint64_t> index;
  double expected = 0, found = 0;

  double relative_error() const;  // 0 where both are 0
};

struct Measurement {
  std::string name;  // the variant's flag, or "cuBLASLt 13.0.2 FP32"
  bool is_baseline = false;
  std::optional<hippuzzle_math> math;  // of a product
  bool b_transposed = false;           // of a product
  Outcome outcome = Outcome::passed;   // no time unless passed
  std::string reason;                  // one sentence; "" when passed
  std::optional<Advice> advice;        // how to fix it
  Summary time;                        // milliseconds
  std::vector<double> samples;         // milliseconds, in the order in which they were taken
  size_t repeated = 0;                 // further samples, discarded because the clock was low
  bool converged = false;              // to options.relative_error before the budget ended
  std::optional<Sustained> sustained;  // if it was asked for
  double flops = 0, bytes = 0;         // of one launch, as the puzzle counts them
  double peak_gflops = 0;  // of the arithmetic, measured on the device; 0 when not known
  double worst_error = 0;  // as a multiple of the tolerance, over both checks
  hippuzzle_launch_configuration configuration = {};  // of the variant; not of a baseline
  uint64_t tile = 0;                                  // its side; 0 for the usual or none
  std::vector<TimedWay> ways;  // the proposed ones, if it has several; the fastest was timed
  bool ways_searched = false;  // they were measured now, not before
  std::vector<ShownElement> elements;  // the same places for all variants
};

struct Bench {
  std::string puzzle, platform, device, architecture, driver, toolkit;
  hippuzzle_extents extents = {};
  std::string size;                      // "4096", "4096x4096x512"
  Kernels kernels = Kernels::reference;  // set by the chooser of the candidate
  bool is_emulated = false;              // the device: variants are verified and have no times
  bool cold = true;
  double sustained_seconds = 0;  // of each extra trial; 0 when it was not asked for
  // Whether what was timed had been enqueued before. Else a profiler or the like makes launches
  // wait for their kernels, and times have the host's work in them.
  bool enqueued = true;
  uint64_t seed = 0;
  double seconds = 0;  // that the measuring took
  Sensors before, after;
  double lowest_clock_mhz = 0;         // seen while measuring; 0 when not known
  std::vector<std::string> throttled;  // words, of all that was seen while measuring
  std::vector<Measurement> results;    // in the order of the variants, then the baselines
};

// Tells somebody who waits what is going on. fraction: of the step, in [0, 1].
using BenchProgress = std::function<void(const std::string& step, double fraction)>;

// refs: variants of one puzzle. run_job: how each is run. Throws nothing that the candidate
// does; a std::exception where the machine fails.
Bench benchmark(const std::vector<VariantRef>& refs, const hippuzzle_extents& extents,
                const Candidate& candidate, const BenchOptions& options,
                const BenchProgress& progress, const RunJob& run_job);

}  // namespace hippuzzle
