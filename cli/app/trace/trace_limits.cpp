#include "cli/app/trace/trace_limits.hpp"

#include <fmt/format.h>

#include "support/outcome.hpp"
#include "support/text/grid_text.hpp"

namespace hippuzzle {

void require_block(const TracedLaunch& launch) {
  if (launch.has_block) return;
  throw Error(Outcome::usage,
              fmt::format("block {} is outside the grid: '{}' has {} blocks",
                          index_text(launch.shown), launch.kernel, all_dimensions(launch.grid)));
}

void require_phases(const TracedLaunch& launch, std::string_view what_to_do) {
  if (!launch.is_cut || !launch.phases.empty()) return;
  throw Error(Outcome::unsupported,
              fmt::format("'{}' is too large to be traced: a thread makes more than {} accesses to "
                          "memory before its first barrier; {}",
                          launch.kernel, most_traced_accesses, what_to_do));
}

uint32_t flat_thread(const std::array<uint32_t, 3>& thread, const TracedLaunch& launch) {
  const std::array<uint32_t, 3>& size = launch.block;
  if (thread[0] < size[0] && thread[1] < size[1] && thread[2] < size[2])
    return (thread[2] * size[1] + thread[1]) * size[0] + thread[0];
  throw Error(Outcome::usage,
              fmt::format("thread {} is outside the block: '{}' has {} threads a block",
                          index_text(thread), launch.kernel, all_dimensions(size)));
}

}  // namespace hippuzzle
