// Collects a runner's events of a job's cases into a result, and compares the outputs that it left.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

#include "engine/judge/cases/cases.hpp"
#include "engine/judge/result.hpp"
#include "engine/protocol/event.hpp"
#include "engine/protocol/run_job.hpp"

namespace hippuzzle {

// A candidate shares its process with the runner and may report in its place. What counts is that
// every case was answered, once and in order: anything else throws Error(crashed).
class Verdict {
 public:
  // All that is given must outlive this.
  Verdict(const hippuzzle_variant& variant, const CaseView& set, VariantResult& result)
      : variant_(variant), set_(set), result_(result) {}

  void read(const Event& event);

  // Adds what the runner, which is gone, did not say itself. `end` is how its process ended.
  void close(const RunnerEnd& end, std::chrono::milliseconds timeout);

  // Once all cases are done.
  std::optional<Trace> trace() const;

  // The events that read() hands on.
  void take(const DeviceFound& device);
  void take(const CaseBegun& begun);
  void take(const CaseDone& done);
  void take(const FindingReported& reported);
  void take(const LaunchCounted& counted);
  void take(const TracePart& part);
  void take(const Failed& failed);
  void take(const Done& done);

 private:
  void take_runaway();
  std::string running_case() const;
  void fail(const Error& error);
  std::vector<CaseInput> small_inputs(const Case& c) const;
  std::vector<std::string> faults(const CaseDone& done, const Case& c) const;

  const hippuzzle_variant& variant_;
  const CaseView& set_;
  VariantResult& result_;
  size_t running_ = ~size_t{0};
  std::string trace_;  // its document
  bool done_ = false;
  bool launched_ = false;  // a kernel, in any case
  bool failed_ = false;
};

// "3 of 81 elements are wrong, 1 of them NaN"
std::string describe(const Comparison& comparison, uint64_t count);

}  // namespace hippuzzle
