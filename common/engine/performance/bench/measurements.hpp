// Turns a runner's reports about a measurement into results as they arrive: a result gets its
// figures if every inspected launch was right.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "engine/performance/bench/benchmark.hpp"
#include "engine/performance/bench/inputs.hpp"
#include "engine/protocol/event.hpp"
#include "engine/protocol/run_job.hpp"

namespace hippuzzle {

// "cuBLASLt 13.1.0 FP32": the library and its arithmetic.
std::string baseline_name(const std::string& library, const Measurement& product);

class BenchRecord {
 public:
  // One kernel of the plan, and where its figures go.
  struct Entry {
    const TimedVariant* timed;
    Measurement* result;
    std::vector<OutputRetained> retained = {};  // as they were returned
  };

  // Takes entries in the plan's order. All that is given must outlive this.
  BenchRecord(std::vector<Entry> entries, const BenchInputs& inputs, const BenchOptions& options,
              const BenchProgress& progress, Bench& bench);

  // Throws Error(crashed) at an event that was not asked for.
  void read(const Event& event);

  // The runner has ended, in that way, within so much time.
  void close(const RunnerEnd& end, std::chrono::milliseconds patience);

  // An error that ends the measuring ends it for all.
  void fail(const Error& error);

  void finish();

  // The events that read() hands on.
  void take(const DeviceFound& device);
  void take(const KernelReady& ready);
  void take(const WayTimed& timed);
  void take(const Sensors& now);
  void take(const Sampled& sampled);
  void take(const BatchTimed& batch);
  void take(const OutputRetained& retained);
  void take(const Failed& failed);
  void take(const Done& done);

 private:
  Entry& entry(uint32_t index);
  void judge_retained(const Entry& e) const;
  void finish(Entry& e) const;
  double seconds() const;
  double fraction() const;  // of the measuring

  std::vector<Entry> entries_;
  const BenchInputs& inputs_;
  const BenchOptions& options_;
  const BenchProgress& progress_;
  Bench& bench_;
  size_t sustained_ = 0;  // entries whose sustained trials have begun
  std::chrono::steady_clock::time_point started_;
  bool done_ = false, failed_ = false, sensed_ = false, any_sample_ = false;
};

}  // namespace hippuzzle
