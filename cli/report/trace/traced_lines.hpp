// A phase of a trace by the lines of the source: the accesses of threads to arrays in each line.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/results/trace.hpp"

namespace hippuzzle {

// The accesses of one kind that a line makes to one array.
struct LineAccesses {
  Access access = Access::read;
  uint32_t array = 0;
  std::vector<uint32_t> threads = {};            // each once, in their order
  std::vector<uint64_t> elements = {};           // of all of them
  std::vector<TracedValue> values = {};          // one for each element
  std::map<uint64_t, TracedValue> by_cell = {};  // the final value of each element

  void add(const TracedAccess& access);
};

struct TracedLine {
  uint32_t place = 0;
  // Accesses in the order of a thread that makes all of them, if there is one.
  std::vector<LineAccesses> accesses;
};

// Whether two places of a launch are one line of one file.
bool is_one_line(const TracedLaunch& launch, uint32_t a, uint32_t b);

// The lines in the order in which a thread first came to them.
std::vector<TracedLine> traced_lines(const TracedLaunch& launch, const TracedPhase& phase);

}  // namespace hippuzzle
