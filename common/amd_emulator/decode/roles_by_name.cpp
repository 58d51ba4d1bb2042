#include "amd_emulator/decode/roles_by_name.hpp"

#include <algorithm>
#include <string_view>

namespace hippuzzle::amd {
namespace {

using Unit = Effects::Unit;
using namespace role;

bool begins(const Effects& e, std::string_view name) { return e.text.starts_with(name); }
bool contains(const Effects& e, std::string_view part) {
  return e.text.find(part) != std::string::npos;
}

bool begins_with_any(const Effects& e, std::initializer_list<std::string_view> names) {
  return std::ranges::any_of(names, [&](std::string_view name) { return begins(e, name); });
}

bool multiplies_singles(const Effects& e) {
  for (const char* part : {"x1f32", "x2f32", "x4f32", "_1k_f32", "x4_f32", "x2_f32", "b_f32"}) {
    if (contains(e, part)) return true;
  }
  return false;
}

}  // namespace

Roles roles_of(const Effects& e) {
  Roles roles = 0;
  const auto add_if = [&](bool is, Roles which) { roles |= is ? which : 0; };
  add_if(e.unit == Unit::vector, vector);
  add_if(e.unit == Unit::matrix, matrix);
  add_if(e.unit == Unit::memory, memory);
  const bool is_vector_memory = e.unit == Unit::memory && !e.counters.scalar_memory &&
                                e.memory.space != MemoryAccess::Space::local &&
                                e.memory.kind != MemoryAccess::Kind::none;
  add_if(is_vector_memory, vector_memory);
  add_if(is_vector_memory && e.memory.kind == MemoryAccess::Kind::write && e.memory.bytes > 8,
         wide_store);
  add_if(e.is_dpp, dpp);
  add_if(e.is_div_fmas, div_fmas);
  add_if(e.lane_of_scalar && !begins(e, "v_readfirstlane"), chooses_lane);
  add_if(begins(e, "v_accvgpr_read"), from_accumulator);
  add_if(begins(e, "v_accvgpr_write"), to_accumulator);
  add_if(begins(e, "v_mfma_f64"), of_doubles);
  add_if(e.unit == Unit::matrix && multiplies_singles(e), of_singles);
  add_if(e.unit == Unit::matrix && contains(e, "_4x4x"), small);
  add_if(begins(e, "v_cmpx"), compares_to_exec);
  add_if(begins(e, "v_permlane"), permutes);
  add_if(
      begins_with_any(e, {"v_rcp_", "v_rsq_", "v_sqrt_", "v_exp_", "v_log_", "v_sin_", "v_cos_"}),
      transcendental);
  add_if(e.reads_scalars, role::reads_scalars);
  const bool depends =
      e.unit == Unit::memory ? e.reads_scalars : e.is_dpp || e.is_div_fmas || e.lane_of_scalar;
  add_if(e.unit == Unit::matrix || depends, is_subject);
  return roles;
}

}  // namespace hippuzzle::amd
