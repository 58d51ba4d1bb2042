// The CPU platform's checker and tracer as the runner uses them: set up before a launch, and read
// for findings, access counts and a trace after it.
#pragma once

#include <hip_cpu/check.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/protocol/candidate.hpp"
#include "engine/protocol/event.hpp"
#include "engine/protocol/job.hpp"
#include "engine/runner/guarded_buffer.hpp"
#include "engine/runner/tracer.hpp"

namespace hippuzzle {

// Does nothing unless the cases run checked or traced.
class Checker {
 public:
  // open: gives the device's checker or its emulator's, nullptr for none; called only to use it. To
  // be made before the device's first allocation. Throws Error(unsupported).
  Checker(const std::function<const hip_cpu_check*()>& open, const Candidate& candidate,
          const RunMode& mode);

  void describe(const GuardedBuffer& buffer, const JobBuffer& description) const;

  // To be called before a case's launch.
  void count(const JobCase& job_case, bool wanted) const;

  // The same; and after it, the unchecked blocks.
  void sample_blocks() const;
  SampledBlocks sampled_blocks() const;

  // Launches of the last case that ran in other orders as well; to be called once after it.
  uint64_t rescheduled_launches();
  bool launched_nothing();  // where kernels are checked or traced

  // To be called when a case's launch is over and its buffers are still there.
  void finish() const;

  // Sends findings that are new since the last report.
  void report(uint32_t case_index, const EventSink& sink);
  bool found_runaway() const;  // among the reported findings
  void report_counts(const EventSink& sink) const;
  void report_trace(const JobCase& job_case, const EventSink& sink);

 private:
  struct Known {
    uint32_t first_case = 0;  // that showed it as it is reported
    uint64_t count = 0, counted = 0;
    hip_cpu_finding_kind kind = {};
  };

  const hip_cpu_check* check_ = nullptr;
  BlockSample sample_;
  uint64_t rescheduled_ = 0, begun_ = 0;  // launches so far
  std::vector<Known> known_;              // by the finding's index
  std::optional<Tracer> tracer_;
};

}  // namespace hippuzzle
