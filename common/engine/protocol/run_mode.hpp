// The modes of a run: who looks on while a variant's cases run.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <variant>

#include "engine/results/fields.hpp"

namespace hippuzzle {

// Nobody looks on: guard zones and the answers must do.
struct Plain {
  bool operator==(const Plain&) const = default;
};
HIPPUZZLE_NO_FIELDS(Plain)

// The most blocks of each launch to look at, spread over the grid. Nobody judges the output of a
// case that was left incomplete by that.
struct BlockSample {
  uint64_t most = 0;  // 0: all
  uint64_t seed = 1;
  std::optional<std::array<uint32_t, 3>> one = {};  // this block alone
  bool runs_others = false;  // without a look at them, so that the output is whole

  bool operator==(const BlockSample&) const = default;
};
HIPPUZZLE_FIELDS(BlockSample, most, seed, one, runs_others)

// The number of orders of blocks and threads in which launches run whose result may depend on the
// order. The order of their numbers comes first, its reverse second, then orders that the seed
// shuffles.
struct Schedules {
  uint32_t count = 1;
  uint64_t seed = 1;

  bool operator==(const Schedules&) const = default;
};
HIPPUZZLE_FIELDS(Schedules, count, seed)

// The CPU platform's checker. The module was compiled to be checked.
struct Checked {
  uint64_t max_steps = 0;       // that a thread may take; 0 for the usual number
  bool count_accesses = false;  // of the first case's launches
  BlockSample sample = {};
  Schedules schedules = {};
  uint32_t multiprocessors = 0;  // that the device says it has; 0 for as many as OS threads

  bool operator==(const Checked&) const = default;
};
HIPPUZZLE_FIELDS(Checked, max_steps, count_accesses, sample, schedules, multiprocessors)

// NVIDIA's compute-sanitizer, in runs of its own after the judged one.
struct Sanitized {
  std::filesystem::path tool = {};

  bool operator==(const Sanitized&) const = default;
};
HIPPUZZLE_FIELDS(Sanitized, tool)

// The CPU platform's checker, which also records one block's accesses.
struct Traced {
  std::array<uint32_t, 3> block = {};
  uint32_t first_thread = 0, thread_count = 0;  // of it, that are recorded; a count of 0: all
  bool block_alone = false;                     // nobody looks at other blocks
  bool runs_others = false;                     // they run nevertheless
  uint64_t max_steps = 0;

  bool operator==(const Traced&) const = default;
};
HIPPUZZLE_FIELDS(Traced, block, first_thread, thread_count, block_alone, runs_others, max_steps)

using RunMode = std::variant<Plain, Checked, Sanitized, Traced>;

// Whether kernels are checked, and not only their answers.
inline bool is_checked(const RunMode& mode) { return !std::holds_alternative<Plain>(mode); }

}  // namespace hippuzzle
