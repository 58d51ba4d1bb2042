#include "engine/debug_info/runtime_findings/from_runtime.hpp"

#include <algorithm>

#include "engine/results/finding_kinds.hpp"
#include "engine/results/runtime_numbers.hpp"

namespace hippuzzle {
namespace {

InstructionCounts to_instruction(const hip_cpu_instruction& from) {
  InstructionCounts to;
  to.access = access_kind(from.access);
  to.shared = from.is_shared != 0;
  to.bytes = from.bytes;
  to.array = from.array;
  to.variable = from.variable;
  to.accesses = from.accesses;
  to.requests = from.requests;
  to.partial = from.partial;
  to.dense = from.dense;
  to.sectors = from.sectors;
  to.wavefronts = from.wavefronts;
  to.conflicts = from.conflicts;
  to.repeated = from.repeated;
  to.frames = to_addresses(std::span(from.frames, from.frame_count));
  return to;
}

FindingPart to_part(FindingKind kind, const hip_cpu_finding& found) {
  switch (kind) {
    case FindingKind::race:
    case FindingKind::race_same_value:
    case FindingKind::race_benign:
      return RacePart{found.between_blocks != 0, found.after_barrier != 0};
    case FindingKind::out_of_bounds:
      return BoundsPart{found.has_stopped != 0, found.detail, found.index};
    case FindingKind::barrier:
      return BarrierPart{found.waiting, found.threads, found.missing};
    case FindingKind::runaway:
      return RunawayPart{found.in_sample != 0};
    case FindingKind::claim:
      return LimitPart{{.what = counted_kind(found.limit.what),
                        .in_all = found.limit.in_all != 0,
                        .most = found.limit.most,
                        .least = found.limit.least},
                       found.counted};
    case FindingKind::api_error:
      return CallPart{found.is_used != 0};
    default:
      return NoPart{};
  }
}

}  // namespace

std::vector<hip_cpu_limit> to_runtime(std::span<const CountLimit> limits) {
  std::vector<hip_cpu_limit> theirs;
  for (const CountLimit& limit : limits) {
    if (limit.what == Counted::resident) continue;  // of a GPU, which the judge knows
    theirs.push_back({static_cast<hip_cpu_counted>(number_of(limit.what)), limit.in_all, limit.most,
                      limit.least});
  }
  return theirs;
}

std::vector<CodeAddress> to_addresses(std::span<const hip_cpu_frame> frames) {
  std::vector<CodeAddress> addresses;
  for (const hip_cpu_frame& frame : frames) {
    addresses.push_back({frame.module, frame.offset, frame.object, frame.object_bytes});
  }
  return addresses;
}

Finding to_finding(const hip_cpu_finding& found) {
  Finding f;
  f.kind = finding_kind(found.kind);
  f.kernel = found.kernel;
  f.array = found.array;
  f.shared = found.is_shared != 0;
  f.bytes = found.bytes;
  f.array_bytes = found.array_bytes;
  f.first = found.first;
  f.last = found.last;
  f.address = found.address;
  f.count = found.count;
  f.schedule = found.schedule;
  f.part = to_part(f.kind, found);
  if (!std::holds_alternative<BoundsPart>(f.part)) f.detail = found.detail;
  for (const hip_cpu_side& side : std::span(found.sides, found.side_count)) {
    FindingSide& to = f.sides.emplace_back();
    to.access = access_kind(side.access);
    std::ranges::copy(side.block, to.block.begin());
    std::ranges::copy(side.thread, to.thread.begin());
    to.frames = to_addresses(std::span(side.frames, side.frame_count));
    if (side.instruction != nullptr) to.instruction = side.instruction;
    to.copy = side.is_copy != 0;
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
  to.counted_blocks = from.counted_blocks;
  for (int number = 0; number < HIP_CPU_COUNTED; ++number) {
    const hip_cpu_range& range = from.counted[number];
    to.of(counted_kind(number)) = {.least = range.least, .most = range.most, .total = range.total};
  }
  for (const auto& i : std::span(from.instructions, from.instruction_count)) {
    to.instructions.push_back(to_instruction(i));
  }
  return to;
}

}  // namespace hippuzzle
