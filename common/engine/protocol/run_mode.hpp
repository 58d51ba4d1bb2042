// Who looks on while a variant's cases run.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <variant>

#include "engine/protocol/fields.hpp"

namespace hippuzzle {

// Nobody: guard zones and the answers must do.
struct Plain {
  bool operator==(const Plain&) const = default;
};
HIPPUZZLE_NO_FIELDS(Plain)

// The CPU platform's checker. The module was compiled to be checked.
struct Checked {
  uint64_t max_steps = 0;       // that a thread may take; 0 for the usual number
  bool count_accesses = false;  // of the first case's launches

  bool operator==(const Checked&) const = default;
};
HIPPUZZLE_FIELDS(Checked, max_steps, count_accesses)

// NVIDIA's compute-sanitizer, in runs of its own behind the judged one.
struct Sanitized {
  std::filesystem::path tool = {};

  bool operator==(const Sanitized&) const = default;
};
HIPPUZZLE_FIELDS(Sanitized, tool)

// The CPU platform's checker, which also records what one block does.
struct Traced {
  std::array<uint32_t, 3> block = {};
  uint64_t max_steps = 0;

  bool operator==(const Traced&) const = default;
};
HIPPUZZLE_FIELDS(Traced, block, max_steps)

using RunMode = std::variant<Plain, Checked, Sanitized, Traced>;

// Whether kernels are looked at, and not only their answers.
inline bool is_checked(const RunMode& mode) { return !std::holds_alternative<Plain>(mode); }

}  // namespace hippuzzle
