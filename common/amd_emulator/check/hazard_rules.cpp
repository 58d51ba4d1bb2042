#include "amd_emulator/check/hazard_rules.hpp"

#include <algorithm>
#include <array>

#include "amd_emulator/wave/instruction.hpp"

namespace hippuzzle::amd {
namespace {

using File = Registers::File;
using Unit = Effects::Unit;
using namespace role;

constexpr Registers vcc_pair{File::scalars, scalar::vcc, 2},
    exec_pair{File::scalars, scalar::exec, 2};

constexpr Families gfx9 = gfx906 | gfx908 | gfx90a | gfx940, unified = gfx90a | gfx940;
constexpr Roles doubles = of_doubles, singles = of_singles;

constexpr const char* wrote_exec = "a vector instruction wrote EXEC before a matrix instruction";
constexpr const char* reads_vector =
    "a matrix instruction reads the result of a vector instruction";
constexpr const char* reads_matrix = "a matrix instruction reads another's result";
constexpr const char* reads_result = "an instruction reads a matrix instruction's result";
constexpr const char* overwrites = "an instruction overwrites a matrix instruction's result";
constexpr const char* overwrites_addend =
    "an instruction overwrites an addend of a matrix instruction";

constexpr bool passes = true, fixed = false;

// Families, the earlier one (is, is not), the later one (is, is not), their shared registers,
// distance.
constexpr auto rules = std::to_array<HazardRule>({
    // ---- scalars, masks and lanes
    {gfx9, vector, 0, vector_memory, 0, Shared::scalars_read, fixed, 5, false,
     "a memory instruction reads a scalar register that a vector instruction wrote"},
    {gfx940, vector, 0, vector, 0, Shared::scalars_read, fixed, 2, false,
     "a vector instruction reads a scalar register that another wrote"},
    {gfx9, vector, 0, vector | div_fmas, 0, Shared::vcc, fixed, 4, false,
     "v_div_fmas reads VCC that a vector instruction wrote"},
    {gfx9, vector, 0, vector | chooses_lane, 0, Shared::lane_number, fixed, 4, false,
     "a lane is chosen by a scalar register that a vector instruction wrote"},
    {gfx9, vector, 0, vector | dpp, 0, Shared::exec, fixed, 5, false,
     "DPP after a vector instruction that wrote EXEC"},
    {gfx9, vector, 0, vector | dpp, 0, Shared::rows_read, fixed, 2, false,
     "DPP reads the result of a vector instruction"},
    // ---- stores
    {gfx9 & ~gfx940, wide_store, 0, vector, 0, Shared::stored_overwritten, fixed, 1, false,
     "an instruction overwrites data of a store of more than 8 bytes"},
    {gfx940, wide_store, 0, vector, 0, Shared::stored_overwritten, fixed, 2, false,
     "an instruction overwrites data of a store of more than 8 bytes"},
    // ---- matrix instructions after vector instructions
    {gfx9, vector, 0, matrix, 0, Shared::exec, fixed, 4, false, wrote_exec},
    {gfx9, vector, to_accumulator, matrix, 0, Shared::rows_read, fixed, 2, false, reads_vector},
    {unified, vector | to_accumulator, 0, matrix, 0, Shared::rows_read, fixed, 2, false,
     reads_vector},
    {gfx908, vector | to_accumulator, 0, matrix, 0, Shared::factor, fixed, 3, false, reads_vector},
    {gfx908, vector | to_accumulator, 0, matrix, 0, Shared::same_addend, fixed, 1, false,
     reads_vector},
    {gfx908, vector | to_accumulator, 0, matrix, 0, Shared::other_addend, fixed, 1, false,
     reads_vector},
    // ---- and after each other
    {gfx908, matrix, 0, matrix, 0, Shared::factor, fixed, 4, false, reads_matrix},
    {gfx908, matrix, 0, matrix, 0, Shared::other_addend, fixed, 2, false, reads_matrix},
    {unified, matrix | doubles | small, 0, matrix, 0, Shared::factor, fixed, 6, false,
     reads_matrix},
    {unified, matrix | doubles, small, matrix, 0, Shared::factor, fixed, 11, false, reads_matrix},
    {gfx90a, matrix, doubles, matrix, 0, Shared::factor, passes, 3, false, reads_matrix},
    {gfx940, matrix | singles, 0, matrix, 0, Shared::factor, passes, 2, false, reads_matrix},
    {gfx940, matrix, doubles | singles, matrix, 0, Shared::factor, passes, 3, false, reads_matrix},
    {unified, matrix | doubles | small, 0, matrix | doubles, 0, Shared::same_addend, fixed, 4,
     false, reads_matrix},
    {gfx940, matrix | small, doubles, matrix, 0, Shared::same_addend, fixed, 2, false,
     reads_matrix},
    {unified, matrix | doubles | small, 0, matrix | doubles, 0, Shared::other_addend, fixed, 4,
     false, reads_matrix},
    {unified, matrix | doubles, small, matrix | doubles, 0, Shared::other_addend, fixed, 9, false,
     reads_matrix},
    {gfx90a, matrix, doubles, matrix, doubles, Shared::other_addend, passes, 0, false,
     reads_matrix},
    {gfx90a, matrix, doubles, matrix | doubles, 0, Shared::other_addend, passes, 1, false,
     reads_matrix},
    {gfx940, matrix | singles, 0, matrix | singles, 0, Shared::other_addend, passes, 0, false,
     reads_matrix},
    {gfx940, matrix, doubles | singles, matrix, 0, Shared::other_addend, passes, 1, false,
     reads_matrix},
    // ---- vector and memory instructions after matrix instructions
    {gfx908, matrix, 0, vector | from_accumulator, 0, Shared::rows_read, passes, 2, false,
     "v_accvgpr_read of a matrix instruction's result"},
    {gfx908, matrix, 0, vector | to_accumulator, 0, Shared::rows_overwritten, passes, -1, false,
     "v_accvgpr_write over a matrix instruction's result"},
    {unified, matrix | doubles | small, 0, memory, 0, Shared::rows_read, fixed, 9, false,
     reads_result},
    {unified, matrix | doubles, small, memory, 0, Shared::rows_read, fixed, 18, false,
     reads_result},
    {unified, matrix | doubles | small, 0, vector, 0, Shared::rows_read, fixed, 6, false,
     reads_result},
    {unified, matrix | doubles, small, vector, 0, Shared::rows_read, fixed, 11, false,
     reads_result},
    {gfx90a, matrix, doubles, 0, matrix, Shared::rows_read, passes, 3, false, reads_result},
    {gfx940, matrix, doubles | singles, 0, matrix, Shared::rows_read, passes, 3, false,
     reads_result},
    {gfx940, matrix | singles, 0, 0, matrix, Shared::rows_read, passes, 2, false, reads_result},
    {unified, matrix | doubles | small, 0, 0, matrix, Shared::rows_overwritten, fixed, 6, false,
     overwrites},
    {unified, matrix | doubles, small, 0, matrix, Shared::rows_overwritten, fixed, 11, false,
     overwrites},
    {gfx90a, matrix, doubles, 0, matrix, Shared::rows_overwritten, passes, 3, false, overwrites},
    {gfx940, matrix, doubles | singles, 0, matrix, Shared::rows_overwritten, passes, 3, false,
     overwrites},
    {gfx940, matrix | singles, 0, 0, matrix, Shared::rows_overwritten, passes, 2, false,
     overwrites},
    {gfx90a, matrix, doubles, 0, matrix, Shared::addend_overwritten, passes, -1, false,
     overwrites_addend},
    {gfx940, matrix, doubles | singles, 0, matrix, Shared::addend_overwritten, passes, -1, false,
     overwrites_addend},
    // ---- gfx11
    {gfx11, matrix, 0, matrix, 0, Shared::factor, fixed, 1, true,
     "a matrix instruction reads another's result as a factor"},
    {gfx11, vector | transcendental, 0, 0, memory, Shared::rows_read, fixed, 6, true,
     "an instruction reads the result of a transcendental one"},
    {gfx11, vector | compares_to_exec, 0, vector | permutes, 0, Shared::nothing, fixed, 1, true,
     "v_permlane after a comparison that wrote EXEC"},
});

bool touches(const std::vector<Registers>& all, const Registers& one) {
  return std::ranges::any_of(all, [&](const Registers& r) { return r.overlaps(one); });
}

bool touches_any(const std::vector<Registers>& some, const std::vector<Registers>& all, File file) {
  return std::ranges::any_of(some,
                             [&](const Registers& r) { return r.file == file && touches(all, r); });
}

// The addend of a matrix instruction, where that is a register: its last source.
const Registers* addend(const Effects& e) {
  return e.unit == Unit::matrix && e.reads.size() > e.factors ? &e.reads.back() : nullptr;
}

}  // namespace

Families family_of(const std::string& target) {
  if (target.starts_with("gfx110")) return gfx11;
  if (target.starts_with("gfx94") || target.starts_with("gfx95")) return gfx940;
  if (target == "gfx90a") return gfx90a;
  if (target == "gfx908") return gfx908;
  return target.starts_with("gfx9") ? gfx906 : 0;
}

std::span<const HazardRule> hazard_rules() { return rules; }

bool may_share(const Effects& before, const Effects& now) {
  const bool writes_exec = before.writes_exec || touches(before.writes, exec_pair);
  return writes_exec || before.has_accumulators || before.touched.meets(now.touched);
}

bool share(Shared how, const Effects& before, const Effects& now) {
  const Registers* const c = addend(now);
  switch (how) {
    case Shared::rows_read:
      return touches_any(before.writes, now.reads, File::rows);
    case Shared::rows_overwritten:
      return touches_any(before.writes, now.writes, File::rows);
    case Shared::scalars_read:
      return touches_any(before.writes, now.reads, File::scalars);
    case Shared::factor:
      return std::any_of(
          now.reads.begin(),
          now.reads.begin() + std::min<ptrdiff_t>(now.factors, std::ssize(now.reads)),
          [&](const Registers& r) { return touches(before.writes, r); });
    case Shared::same_addend:
      return c != nullptr && !before.writes.empty() && before.writes[0] == *c;
    case Shared::other_addend:
      return c != nullptr && touches(before.writes, *c) && !(before.writes[0] == *c);
    case Shared::addend_overwritten:
      return addend(before) != nullptr && touches(now.writes, *addend(before));
    case Shared::stored_overwritten:
      return std::ranges::any_of(before.reads, [&](const Registers& r) {
        return r.file == File::rows && r.count > 2 && touches(now.writes, r);
      });
    case Shared::exec:
      return before.writes_exec || touches(before.writes, exec_pair);
    case Shared::vcc:
      return touches(before.writes, vcc_pair);
    case Shared::lane_number:
      return !now.reads.empty() && now.reads.back().file == File::scalars &&
             touches(before.writes, now.reads.back());
    case Shared::nothing:
      return true;
  }
  return false;
}

int matrix_passes(const std::string& name, Families family) {
  const bool is_double = name.starts_with("v_mfma_f64");
  if (name.find("_4x4x") != std::string::npos) return is_double ? 4 : 2;
  const bool is_wide = name.find("_32x32x") != std::string::npos;
  if (is_double) return family == gfx940 ? 8 : 16;
  const bool has_blocks = name.find("b_") != std::string::npos;
  const bool is_single =
      name.find("f32", 10) != std::string::npos && name.find("xf32") == std::string::npos;
  if (family == gfx940 && !has_blocks && !is_single) return is_wide ? 8 : 4;
  return is_wide ? 16 : 8;
}

}  // namespace hippuzzle::amd
