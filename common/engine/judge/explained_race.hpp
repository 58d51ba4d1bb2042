// A race as it happens: the smallest launch that shows it, and what the two threads did there.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/results/finding.hpp"
#include "engine/results/trace.hpp"

namespace hippuzzle {

// A launch configuration, and the size of the problem that asks for it.
struct LaunchShape {
  std::string size;
  std::array<uint32_t, 3> grid = {}, block = {};

  uint64_t blocks() const { return uint64_t{grid[0]} * grid[1] * grid[2]; }
  uint64_t threads() const { return uint64_t{block[0]} * block[1] * block[2]; }  // of a block
};

// One of the two accesses, in the trace.
struct RacingAccess {
  size_t launch = 0, phase = 0, access = 0;  // where it stands in the trace, from 0
  std::array<uint32_t, 3> thread = {};
  uint64_t element = 0;    // of the access's array, row-major
  TracedValue held = {};   // by the element before; absent where it is not known
  TracedValue value = {};  // read, or left there
  SourcePlace after = {},
              until = {};  // the barriers around the phase; line 0: the kernel's begin and end
};

struct ExplainedRace {
  size_t finding = 0;   // in the result
  std::string why_not;  // a sentence where it is not explained, and nothing below holds
  Finding race = {};    // as the smallest launch shows it
  std::optional<LaunchShape> size =
      {};  // that launch; absent where only the finding's case shows it
  std::vector<LaunchShape> tried = {};  // smaller launches without the race, smallest first
  std::vector<LaunchShape> without_effect = {};  // smaller, with the race, but neither order
                                                 // changes a value there
  Trace trace = {};                              // of the blocks of both threads
  std::vector<RacingAccess> accesses = {};       // both, in the order in which they ran here
};

}  // namespace hippuzzle
