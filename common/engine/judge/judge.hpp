// The judge: runs one variant of a puzzle with a candidate's kernels and says whether it is right.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/cases/cases.hpp"
#include "engine/cases/judge_module.hpp"
#include "engine/protocol/access_counts.hpp"
#include "engine/protocol/finding.hpp"
#include "engine/protocol/run_job.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle {

// Whose kernels run, and on what.
struct Candidate {
  std::string platform;           // "cpu", "nvidia", "amd"
  std::filesystem::path module;   // absolute
  std::filesystem::path runtime;  // of the platform's device runtime, absolute
  int device = 0;
};

struct RunOptions {
  uint64_t seed = 1;
  std::chrono::milliseconds timeout{10'000};  // for all cases of a variant
  bool quiet = false;                         // show nothing of what the kernels print
  std::optional<Example> example;             // takes the place of the puzzle's own
  // On the CPU the candidate's module was compiled to be checked; elsewhere `sanitizer` looks on.
  bool check = false;
  bool count = false;                    // checked: what the example's launches ask of memory
  std::filesystem::path sanitizer;       // compute-sanitizer
  uint64_t max_steps = 0;                // that a checked thread may take; 0 for the usual number
  uint64_t most_threads = ~uint64_t{0};  // larger cases than that, but the example, are left out
  std::optional<TraceRequest> trace;     // of a checked module: record what a block does
  std::vector<std::string> only;  // ids or categories of the findings that count; empty for all
};

// One case's part of a result. Cases that were not reached are not listed.
struct CaseResult {
  std::string name;
  bool passed = false;
  double milliseconds = 0;     // of the kernels, on the device
  hippuzzle_shape shape = {};  // of the output
  Comparison comparison;
  std::vector<std::string> faults;  // sentences: guard zones crossed, inputs changed
  std::vector<double> output;       // filled for the example and for a case that failed
  std::vector<double> expected;
};

struct VariantResult {
  std::string puzzle;
  std::string variant;
  std::string platform;
  std::string device;  // "" when no device was reached
  std::string toolkit;
  Outcome outcome = Outcome::passed;
  std::string reason;                 // one sentence; "" when passed
  std::optional<Advice> advice;       // what helps
  std::vector<std::string> mistakes;  // what known wrong kernels do that show the same
  bool ended_in_kernels = false;      // by a signal, a fault of the device or its time: the check
                                      // may know more
  bool in_process = false;            // set by whoever ran the job there: a verdict for debugging
  uint64_t seed = 0;
  std::filesystem::path module;
  hippuzzle_type type = HIPPUZZLE_F32;  // of the output
  uint32_t case_count = 0;              // planned, the example's first one included
  std::vector<CaseResult> cases;
  bool checked = false;
  std::vector<Finding> findings;     // errors and warnings, suppressed ones too
  std::vector<std::string> notes;    // sentences about suppressions that do not hold
  std::vector<LaunchCounts> counts;  // of the example, if they were asked for
  std::optional<Trace> trace;        // where it was asked for and the kernels came to an end

  // Findings that count: errors that no comment in the source allows.
  size_t error_count() const;

  // Of the example once its module is warm: the second launch. Absent when it did not get there.
  std::optional<double> kernel_milliseconds() const;
};

// Runs the cases by run_job. Never throws for anything that the candidate does.
VariantResult judge(const JudgeModule& puzzle, const hippuzzle_variant& variant,
                    const Candidate& candidate, const RunOptions& options, const RunJob& run_job);

// The same on cases that are there already, the first of which need not be an example.
VariantResult judge_cases(const JudgeModule& puzzle, const hippuzzle_variant& variant,
                          const Candidate& candidate, const RunOptions& options,
                          const CaseView& set, const RunJob& run_job);

// "3 of 81 elements are wrong, 1 of them NaN"
std::string describe(const Comparison& comparison, uint64_t count);

}  // namespace hippuzzle
