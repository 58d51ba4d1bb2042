#include "engine/protocol/access_counts.hpp"

#include <algorithm>
#include <span>
#include <tuple>

#include "engine/debug_info/source_lines.hpp"

namespace hippuzzle {
namespace {

// An instruction's place, array and kind of access.
auto key_of(const InstructionCounts& i) {
  return std::tie(i.place.file, i.place.line, i.access, i.shared, i.bytes, i.array);
}

InstructionCounts to_instruction(const hip_cpu_instruction& from) {
  InstructionCounts to;
  to.access = from.access;
  to.shared = from.is_shared != 0;
  to.bytes = from.bytes;
  to.array = from.array;
  to.accesses = from.accesses;
  to.requests = from.requests;
  to.partial = from.partial;
  to.sectors = from.sectors;
  to.wavefronts = from.wavefronts;
  to.conflicts = from.conflicts;
  to.frames = to_addresses(std::span(from.frames, from.frame_count));
  return to;
}

}  // namespace

LaunchCounts to_counts(const hip_cpu_launch_counts& from) {
  LaunchCounts to;
  to.kernel = from.kernel;
  std::ranges::copy(from.grid, to.grid.begin());
  std::ranges::copy(from.block, to.block.begin());
  to.warp_size = from.warp_size;
  to.complete = from.is_complete != 0;
  std::ranges::copy(from.counted, to.counted.begin());
  for (const auto& i : std::span(from.instructions, from.instruction_count)) {
    to.instructions.push_back(to_instruction(i));
  }
  return to;
}

void explain(std::vector<LaunchCounts>& launches) {
  SourceLines lines;
  for (LaunchCounts& launch : launches) {
    std::vector<InstructionCounts> by_line;
    for (InstructionCounts& i : launch.instructions) {
      i.place = lines.find(i.frames);
      const auto same = std::ranges::find_if(
          by_line, [&](const InstructionCounts& other) { return key_of(other) == key_of(i); });
      if (same == by_line.end()) {
        by_line.push_back(std::move(i));
        continue;
      }
      same->accesses += i.accesses;
      same->requests += i.requests;
      same->partial += i.partial;
      same->sectors += i.sectors;
      same->wavefronts += i.wavefronts;
      same->conflicts += i.conflicts;
    }
    launch.instructions = std::move(by_line);
  }
}

}  // namespace hippuzzle
