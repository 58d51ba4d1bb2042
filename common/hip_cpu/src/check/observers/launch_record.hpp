// The record that an observer of traces keeps of one launch.
#pragma once

#include <hip_cpu/trace.h>

#include <cstdint>
#include <deque>
#include <hip_cpu/launch.hpp>
#include <string>
#include <vector>

#include "hip_cpu/check/shadow/shadow_memory.hpp"

namespace hip_cpu::check {

// Neighbouring threads of a block.
struct ThreadRange {
  std::uint32_t first = 0, count = 0;

  bool holds(std::uint32_t thread) const { return thread - first < count; }
  bool holds_warp(std::uint32_t warp) const {
    const auto width = static_cast<std::uint32_t>(warpSize);
    return warp * width < first + count && first < (warp + 1) * width;
  }
};

struct LaunchRecord {
  struct Phase {
    std::vector<hip_cpu_traced_thread> threads;
    std::vector<std::uint8_t> slots, shared, written;
  };

  std::string kernel, module;
  hip_cpu_traced_launch handed_out = {};
  std::deque<std::string> names;  // of arrays
  std::vector<hip_cpu_traced_array> arrays;
  std::vector<std::uintptr_t> begins;  // of arrays
  std::vector<hip_cpu_traced_access> accesses;
  std::vector<std::uint8_t> values;
  std::vector<hip_cpu_traced_request> requests;
  std::vector<hip_cpu_traced_lane> lanes;
  std::vector<hip_cpu_traced_meeting> meetings;
  std::deque<Phase> phases;  // that have ended
  std::vector<hip_cpu_traced_phase> views;
  std::uint64_t bytes = 0;  // that the phases hold

  // The array's place in `arrays`, where it is added if it is new.
  std::uint32_t array_index(const Array& array);

  // Forgets the other threads.
  void keep(ThreadRange threads);

  // Forgets what was recorded since the last phase ended.
  void forget_unfinished_phase();

  // As <hip_cpu/trace.h> has it; valid until the record changes.
  const hip_cpu_traced_launch* hand_out();
};

// Forgets where the other threads of a block are.
void forget_others(std::vector<hip_cpu_traced_thread>& block, ThreadRange kept);

}  // namespace hip_cpu::check
