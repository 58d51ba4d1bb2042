// What a runner reports of a measurement, judged and written down as it arrives: a result gets its
// figures when every launch that was looked at was right.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "engine/bench/benchmark.hpp"
#include "engine/bench/inputs.hpp"
#include "engine/protocol/job.hpp"
#include "engine/protocol/run_job.hpp"

namespace hippuzzle {

class BenchRecord {
 public:
  // One item of the plan, and where its figures go.
  struct Entry {
    const Subject* subject;
    Measurement* result;
    uint32_t kept = 0;  // outputs that were handed over
  };

  // In the plan's order. All that is given must outlive this.
  BenchRecord(std::vector<Entry> entries, const BenchInputs& inputs, const BenchOptions& options,
              const BenchProgress& progress, Bench& bench);

  // Throws Error(crashed) at what was not asked for.
  void take(const Event& event);

  // The runner has ended, in that way, within so much time.
  void close(const RunnerEnd& end, std::chrono::milliseconds patience);

  // What ends the measuring ends it for all.
  void fail(const Error& error);

  void finish();

 private:
  Entry& entry(const Event& event);
  void begin(const Event& event);
  void sense(const Sensors& now);
  void sampled(const Event& event);
  void lap(const Event& event);
  void check_kept(const Event& event);
  void finish(Entry& e) const;
  double seconds() const;

  std::vector<Entry> entries_;
  const BenchInputs& inputs_;
  const BenchOptions& options_;
  const BenchProgress& progress_;
  Bench& bench_;
  size_t sustained_ = 0;  // entries whose turns have begun
  std::chrono::steady_clock::time_point started_;
  bool done_ = false, failed_ = false, sensed_ = false, any_sample_ = false;
};

}  // namespace hippuzzle
