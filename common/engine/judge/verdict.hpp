// Collects a runner's events of a job's cases into a result, and compares the outputs that it left.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/judge/cases/cases.hpp"
#include "engine/judge/check/claimed_residency.hpp"
#include "engine/judge/result.hpp"
#include "engine/protocol/event.hpp"
#include "engine/protocol/run_job.hpp"
#include "engine/protocol/run_mode.hpp"

namespace hippuzzle {

// A candidate shares its process with the runner and may report instead of it, so a report is a
// claim. The judge decides by what it holds itself: the outputs, the end of the process, and what
// the task asked for. An event that was not asked for, that comes twice, out of order or after the
// end throws Error(crashed).
class Verdict {
 public:
  // All that is given must outlive this. mode: of the task.
  Verdict(const hippuzzle_variant& variant, const CaseView& set, const RunMode& mode,
          VariantResult& result)
      : variant_(variant), set_(set), mode_(mode), result_(result) {}

  void read(const Event& event);

  // Adds results that the runner, which has ended, did not report itself. `end` is how its process
  // ended.
  void close(const RunnerEnd& end, std::chrono::milliseconds timeout);

  // Once all cases are done.
  std::optional<Trace> trace() const;

  // The launches of the cases. They are kept only for a variant with a claim about resident warps.
  const std::vector<CaseLaunch>& launches() const { return launches_; }

  // The events that read() hands on.
  void take(const DeviceFound& device);
  void take(const CaseBegun& begun);
  void take(const CaseSkipped& skipped);
  void take(const CaseDone& done);
  void take(const FindingReported& reported);
  void take(const LaunchCounted& counted);
  void take(const TracePart& part);
  void take(const Failed& failed);
  void take(const Done& done);

 private:
  void take_runaway();
  std::string running_case() const;
  bool has_begun() const { return running_ < set_.cases.size(); }
  bool has_counts() const;  // the case that was last run
  bool is_in_no_case() const { return has_begun() && result_.cases.size() == running_ + 1; }
  void fail(const Error& error);
  std::vector<CaseInput> small_inputs(const Case& c) const;

  const hippuzzle_variant& variant_;
  const CaseView& set_;
  const RunMode& mode_;
  VariantResult& result_;
  DeviceFound device_;
  bool has_device_ = false;
  size_t running_ = ~size_t{0};
  std::string trace_;  // its document
  std::vector<CaseLaunch> launches_;
  bool done_ = false;
  bool launched_ = false;  // a kernel, in any case
  bool failed_ = false;
};

}  // namespace hippuzzle
