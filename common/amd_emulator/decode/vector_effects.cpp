#include "amd_emulator/decode/effects_reader.hpp"

namespace hippuzzle::amd {

void EffectsReader::read_vector() {
  const bool is_sparse = name_.starts_with("v_smfmac");
  const bool is_matrix = is_sparse || begins_with_any(name_, {"v_mfma", "v_wmma"});
  effects_.unit = is_matrix ? Effects::Unit::matrix : Effects::Unit::vector;
  effects_.mixes_lanes =
      is_matrix || contains(text_.encoding, "dpp") || contains(name_, "permlane");
  if (name_ == "v_nop") return;
  if (name_.starts_with("v_cmp")) return read_comparison();
  add_operands(vector_results());
  if (is_sparse) {
    effects_.factors = 3;
    add_read(0);
  }
  if (begins_with_any(name_, {"v_fmac", "v_mac_", "v_pk_fmac", "v_dot2c", "v_dot4c", "v_dot2acc",
                              "v_writelane"}))
    add_read(0);
  if (name_.starts_with("v_swap")) {
    add_read(0);
    add_write(1);
  }
  const uint16_t wide = generation_ == Generation::gfx9 ? 2 : 1;
  if (name_.starts_with("v_div_fmas")) {
    read_register(scalar::vcc, wide);
    effects_.masks_read = 1;
  }
  if (name_.starts_with("v_cndmask")) {
    if (i_.count <= 3) read_register(scalar::vcc, wide);
    effects_.masks_read = 1;
  }
  if (carries_in()) effects_.masks_read = 1;
  effects_.chooses = name_.starts_with("v_cndmask");
  effects_.lane_of_scalar =
      begins_with_any(name_, {"v_readfirstlane", "v_readlane", "v_writelane"});
  if (begins_with_any(name_, {"v_mad_u64_u32", "v_mad_i64_i32", "v_lshlrev_b64", "v_lshl_add_u64",
                              "v_mov_b64"}))
    effects_.halves = Effects::Halves::lower_alone;
  if (name_.starts_with("v_pk_") && effects_.writes.at(0).count == 2)
    effects_.halves = Effects::Halves::packed;
  effects_.writes_mask = !effects_.lane_of_scalar;
}

bool EffectsReader::carries_in() const { return contains(name_, "_co_") && i_.count > 4; }

size_t EffectsReader::vector_results() const {
  return contains(name_, "_co_") ||
                 begins_with_any(name_, {"v_div_scale", "v_mad_u64_u32", "v_mad_i64_i32"})
             ? 2
             : 1;
}

void EffectsReader::read_comparison() {
  const bool is_exec = name_.starts_with("v_cmpx");
  const size_t results = is_exec && generation_ != Generation::gfx9 ? 0 : 1;
  add_operands(results);
  effects_.writes_mask = true;
  effects_.writes_exec = is_exec;
}

}  // namespace hippuzzle::amd
