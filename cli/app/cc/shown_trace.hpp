// The trace of a checked program's launch, shown as `hippuzzle trace` shows a puzzle's.
#pragma once

#include <optional>

#include "cli/report/trace/trace_report.hpp"
#include "hip_cc/findings/program_trace.hpp"

namespace hippuzzle {

struct ShownTrace {
  Trace trace;                    // of one launch
  std::vector<uint32_t> threads;  // to be shown alone; empty for all
  std::vector<KernelSource> sources;
};

// chooses_thread: the thread that was asked for is to be shown alone. Throws Error: usage where the
// program launched no such kernel, or not so often, and for a block or thread that there is not;
// unsupported for a launch that is too large.
ShownTrace shown_trace(const cc::ProgramTrace& recorded, bool chooses_thread);

}  // namespace hippuzzle
