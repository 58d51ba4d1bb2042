// Distances that two instructions must keep on AMD's GPUs, as a table: one row says for which
// targets, what the two are, which registers they share, and how far apart they have to stand.
// AMD's ISA documents call it manually inserted wait states. The distances come from LLVM's hazard
// recognizer, which has more of them than the documents.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "amd_emulator/wave/effects.hpp"

namespace hippuzzle::amd {

// Targets that are alike here, a bit each.
using Families = uint8_t;
inline constexpr Families gfx906 = 1, gfx908 = 2, gfx90a = 4, gfx940 = 8, gfx11 = 16;

// 0: nothing is looked for. RDNA 2 (gfx103x) waits by itself in all cases that are looked for.
Families family_of(const std::string& target);

// Registers of the later instruction that the earlier one touched.
enum class Shared : uint8_t {
  rows_read,           // its result is read
  rows_overwritten,    // its result is written again
  scalars_read,        // its scalar result is read
  factor,              // a matrix instruction reads its result as a factor,
  same_addend,         // or as the addend, in the same registers,
  other_addend,        // or of others that overlap
  addend_overwritten,  // its addend is written
  stored_overwritten,  // its stored value is written
  exec,                // it writes EXEC
  vcc,                 // it writes VCC
  lane_number,         // it writes the scalar that chooses a lane
  nothing,
};

struct HazardRule {
  Families families;
  Roles before, before_lacks, now, now_lacks;  // all of the former, none of the latter
  Shared shared;
  bool by_passes;       // adds the passes of the earlier, a matrix instruction
  int distance;         // in wait states; in vector instructions where they count
  bool counts_vectors;  // gfx11: only vector instructions, and until all results are there
  const char* why;
};

std::span<const HazardRule> hazard_rules();

// Whether they may share registers in some of these ways: asked before any rule is.
bool may_share(const Effects& before, const Effects& now);

// Whether the two share registers as it says.
bool share(Shared how, const Effects& before, const Effects& now);

// Passes of a matrix instruction through the array, of four cycles each.
int matrix_passes(const std::string& name, Families family);

}  // namespace hippuzzle::amd
