// The traced runs of a variant: the actions of its kernels' blocks in one case.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/args/global_options.hpp"
#include "cli/args/option_groups.hpp"
#include "engine/judge/catalog/catalog.hpp"
#include "engine/results/finding.hpp"
#include "engine/results/trace.hpp"

namespace hippuzzle {

using Index3 = std::array<uint32_t, 3>;  // x, y, z

struct TraceSettings {
  RunSettings run;
  std::vector<Index3> blocks;    // to be shown, at least one
  std::optional<Index3> thread;  // to be shown alone; of each block
  std::string case_name = "1";   // number of the case from 1 on, its name, or a part of it
  std::string size;              // random inputs of this size in its place; "" for the case
  std::string kernel;            // keep the launches of this one; "" for all
  size_t page_bytes = 0;         // the grid's other blocks as well, while all take no more as JSON
  bool keeps_to_page = false;    // of a block that takes more by itself, a warp
  bool quiet = false;            // show nothing of what the kernels print
};

struct TracedRun {
  Trace trace;                     // of at least one launch that has each block
  std::optional<uint32_t> thread;  // flat index of the settings' thread
  std::vector<Finding> findings;   // of the checker on the way
};

// Records the learner's kernels, or without a learner the reference's. If a block does more than a
// trace can hold, it records a warp, the one of the requested thread, or that thread alone, and
// ends when the trace is full; a trace that must fit a page is shortened in the same way. Throws
// Error: usage for a case, size, kernel, block or thread that does not exist; findings for a kernel
// that does not end; unsupported where not even a thread can be recorded to its first barrier.
TracedRun record_trace(const VariantRef& ref, const GlobalOptions& globals,
                       const TraceSettings& settings);

}  // namespace hippuzzle
