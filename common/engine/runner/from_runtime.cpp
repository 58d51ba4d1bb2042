#include "engine/runner/from_runtime.hpp"

#include <algorithm>
#include <iterator>

namespace hippuzzle {
namespace {

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

std::vector<CodeAddress> to_addresses(std::span<const hip_cpu_frame> frames) {
  std::vector<CodeAddress> addresses;
  for (const hip_cpu_frame& frame : frames) addresses.push_back({frame.module, frame.offset});
  return addresses;
}

Finding to_finding(const hip_cpu_finding& found) {
  Finding f;
  f.kind = found.kind;
  f.kernel = found.kernel;
  f.array = found.array;
  f.shared = found.is_shared != 0;
  f.bytes = found.bytes;
  f.array_bytes = found.array_bytes;
  f.first = found.first;
  f.last = found.last;
  f.address = found.address;
  f.count = found.count;
  f.between_blocks = found.between_blocks != 0;
  f.after_barrier = found.after_barrier != 0;
  f.waiting = found.waiting;
  f.threads = found.threads;
  f.missing = found.missing;
  f.detail = found.detail;
  f.limit = found.limit;
  f.counted = found.counted;
  for (const hip_cpu_side& side : std::span(found.sides, found.side_count)) {
    FindingSide& to = f.sides.emplace_back();
    to.access = side.access;
    std::ranges::copy(side.block, to.block.begin());
    std::ranges::copy(side.thread, to.thread.begin());
    to.frames = to_addresses(std::span(side.frames, side.frame_count));
  }
  return f;
}

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

}  // namespace hippuzzle
