// The result of a variant's run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/judge/cases/comparison.hpp"
#include "engine/judge/check/remarks.hpp"
#include "engine/judge/explained_race.hpp"
#include "engine/protocol/event.hpp"
#include "engine/results/access_counts.hpp"
#include "engine/results/finding.hpp"
#include "engine/results/kernels.hpp"
#include "engine/results/trace.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {

// An input of a case.
struct CaseInput {
  std::string name;
  hippuzzle_type type = HIPPUZZLE_F32;
  std::vector<double> values;  // row-major
};

// One of a variant's outputs.
struct OutputBuffer {
  std::string name;
  hippuzzle_type type = HIPPUZZLE_F32;
};

// One case's part of a result. Cases that were not reached are not listed.
struct CaseResult {
  std::string name;
  size_t number = 0;   // among the variant's cases, from 1
  bool is_run = true;  // false where the device's warps have another width than the case's
  bool passed = false;
  double milliseconds = 0;              // of the kernels, on the device
  std::vector<hippuzzle_shape> shapes;  // of the outputs
  bool is_judged = true;                // not where blocks of the grid did not run
  SampledBlocks sampled;                // by the checker
  Comparison comparison;
  std::vector<std::string> faults;  // sentences: guard zones crossed, inputs changed
  std::vector<double> output;       // filled for the example and for a case that failed: all
                                    // outputs, one after the other
  std::vector<double> expected;
  std::vector<CaseInput> inputs;  // of a case that failed, where they are small
};

struct VariantResult {
  std::string puzzle;
  std::string variant;
  std::string platform;
  std::string device;  // "" when no device was reached
  std::string toolkit;
  bool emulated = false;                 // the device; times then say nothing
  Kernels kernels = Kernels::reference;  // whose ran; set by the chooser of the candidate
  Outcome outcome = Outcome::passed;
  std::string reason;                 // one sentence; "" when passed
  std::optional<Advice> advice;       // how to fix it
  std::vector<std::string> mistakes;  // of known wrong kernels with the same result
  bool ended_in_kernels = false;      // by a signal, a fault of the device or its time: the check
                                      // may know more
  bool in_process = false;            // set by whoever ran the job there: a verdict for debugging
  uint64_t seed = 0;
  std::string size;  // of the one case at a size that was asked for; "" for the puzzle's cases
  std::filesystem::path module;
  std::vector<OutputBuffer> outputs;
  uint32_t case_count = 0;  // planned, the example's first one included
  std::vector<CaseResult> cases;
  bool checked = false;
  SampledBlocks sampled;              // in all cases, where not all blocks of a launch were checked
  uint32_t schedules = 0;             // orders of blocks and threads that the check tried, of
  uint64_t rescheduled_launches = 0;  // that many launches; of the others one shows all
  std::vector<Finding> findings;      // errors and warnings, suppressed ones too
  std::vector<std::string> notes;     // sentences about suppressions that do not hold
  std::vector<LaunchCounts> counts;   // of the example, if they were asked for
  MemoryRates rates;                  // of the device that remarks about them name
  std::optional<Trace> trace;         // where it was asked for and the kernels came to an end
  std::vector<ExplainedRace> explained;  // races among the findings, if that was asked for

  // Takes over the error's outcome and reason.
  void fail(const Error& error);

  // The example that ran first. nullptr when none did.
  const CaseResult* example() const;

  // Cases that ran.
  size_t run_count() const;

  // Findings that count: errors that no comment in the source allows.
  size_t error_count() const;

  // The time of the example once its module is warm: the second launch. Absent when it did not get
  // there.
  std::optional<double> kernel_milliseconds() const;
};

}  // namespace hippuzzle
