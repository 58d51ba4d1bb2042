// What the checker found in a kernel, as hippuzzle tells it: what, where, who, and why it matters.
#pragma once

#include <hip_cpu/check.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hippuzzle {

// An address in a module's file, behind the call that it is about.
struct CodeAddress {
  std::string module;
  uint64_t offset = 0;
};

// A line of the kernel's source. line 0: not known.
struct SourcePlace {
  std::string file;
  int line = 0;
  int column = 0;
  std::string function;
  std::string text;  // of the line, without the blanks around it
};

// One thread's part. The checker gives frames, which become a place; other tools give the place.
struct FindingSide {
  hip_cpu_access access = HIP_CPU_NO_ACCESS;
  std::array<uint32_t, 3> block = {}, thread = {};
  std::vector<CodeAddress> frames;  // innermost first; none when the thread has left the kernel
  SourcePlace place;

  bool has_left_kernel() const { return frames.empty() && place.line == 0; }
};

// The case of a finding of which nobody knows in which it was met.
inline constexpr uint32_t unknown_case = ~0u;

struct Finding {
  hip_cpu_finding_kind kind = HIP_CPU_OUT_OF_BOUNDS;
  std::string kernel;
  std::string array;  // "" when none is concerned or its name is not known
  bool shared = false;
  uint32_t bytes = 0;  // of one access
  uint64_t array_bytes = 0;
  int64_t first = 0, last = 0;  // offsets in the array, in bytes
  uint64_t address = 0;
  uint64_t count = 0;
  bool between_blocks = false, after_barrier = false;
  uint32_t waiting = 0, threads = 0, missing = 0;
  std::string detail;
  hip_cpu_limit limit = {};  // of LIMIT: what was promised
  uint64_t counted = 0;      // of LIMIT: what came of it
  std::vector<FindingSide> sides;

  uint32_t case_index = 0;  // of the case that showed it first, or unknown_case
  std::string case_name;
  std::string element;     // "output[1, 0]", "shared[3]", or "" when no array is concerned
  std::string suppressed;  // the reason that a comment in the source gives; "" when there is none
};

}  // namespace hippuzzle
