#include "amd_emulator/decode/effects_reader.hpp"

#include <cstdlib>

namespace hippuzzle::amd {

using Kind = MemoryAccess::Kind;
using Space = MemoryAccess::Space;

void EffectsReader::read_scalar() {
  effects_.unit = Effects::Unit::scalar;
  if (name_.starts_with("s_waitcnt")) return read_wait();
  if (name_ == "s_nop") {
    effects_.wait_states = static_cast<uint8_t>(
        1 + (text_.operands.empty() ? 0 : std::strtol(text_.operands[0].c_str(), nullptr, 0)));
    return;
  }
  effects_.is_barrier = name_ == "s_barrier";
  if (name_.starts_with("s_cbranch")) return read_branch();
  add_operands(has_no_scalar_result() ? 0 : 1);
  if (begins_with_any(name_, {"s_addk", "s_mulk", "s_cmov", "s_bitset"})) add_read(0);
  if (contains(name_, "saveexec")) {
    effects_.reads_exec = effects_.writes_exec = true;
  }
  effects_.reads_scc |= begins_with_any(name_, {"s_addc_", "s_subb_", "s_cselect_", "s_cmov"});
  effects_.writes_scc = writes_scc();
  effects_.chooses = name_.starts_with("s_cselect_");
  effects_.bits = bits();
  effects_.decides = begins_with_any(name_, {"s_setpc", "s_swappc"});
}

bool EffectsReader::has_no_scalar_result() const {
  return begins_with_any(
      name_, {"s_cmp_", "s_cmpk_", "s_bitcmp", "s_branch", "s_barrier", "s_endpgm", "s_setpc",
              "s_setreg", "s_denorm", "s_round", "s_sleep", "s_trap", "s_setprio", "s_sendmsg"});
}

bool EffectsReader::writes_scc() const {
  if (begins_with_any(name_, {"s_cmp_", "s_cmpk_", "s_bitcmp"})) return true;
  if (contains(name_, "saveexec")) return true;
  return begins_with_any(name_, {"s_add", "s_sub", "s_min_", "s_max_", "s_and", "s_or", "s_xor",
                                 "s_nand", "s_nor", "s_xnor", "s_lshl", "s_lshr", "s_ashr", "s_bfe",
                                 "s_not_", "s_wqm_", "s_bcnt", "s_abs"});
}

Effects::Bits EffectsReader::bits() const {
  using Bits = Effects::Bits;
  if (begins_with_any(name_, {"s_mov_", "s_not_", "s_xor_", "s_xnor_"})) return Bits::each;
  if (begins_with_any(name_, {"s_andn2_", "s_and_not1_"})) return Bits::conjunction_not;
  if (begins_with_any(name_, {"s_and_"})) return Bits::conjunction;
  if (begins_with_any(name_, {"s_or_"})) return Bits::disjunction;
  return Bits::all_of_any;
}

void EffectsReader::read_branch() {
  effects_.decides = true;
  const uint16_t wide = generation_ == Generation::gfx9 ? 2 : 1;
  if (contains(name_, "scc")) effects_.reads_scc = true;
  if (contains(name_, "vcc")) read_register(scalar::vcc, wide);
  if (contains(name_, "exec")) effects_.reads_exec = true;
}

void EffectsReader::read_wait() {
  const auto up_to = [&](std::string_view counter) -> uint8_t {
    const size_t at = effects_.text.find(std::string(counter) + "(");
    if (at != std::string::npos)
      return static_cast<uint8_t>(
          std::strtol(effects_.text.c_str() + at + counter.size() + 1, nullptr, 10));
    if (!name_.ends_with(counter) || text_.operands.empty()) return Waits::all;
    return static_cast<uint8_t>(std::strtol(text_.operands.back().c_str(), nullptr, 0));
  };
  effects_.waits = {.vector_memory = up_to("vmcnt"),
                    .vector_stores = up_to("vscnt"),
                    .local_and_scalar = up_to("lgkmcnt"),
                    .vector_results = waits_for_vector_results()};
}

bool EffectsReader::waits_for_vector_results() const {
  if (name_ != "s_waitcnt_depctr") return false;
  if (contains(effects_.text, "va_vdst(0)")) return true;
  const std::string number = text_.operands.empty() ? "" : text_.operands[0];
  return number.starts_with("0x") && std::strtoul(number.c_str(), nullptr, 16) >> 12 == 0;
}

void EffectsReader::read_scalar_memory() {
  effects_.unit = Effects::Unit::memory;
  add_operands(1);
  effects_.counters.scalar_memory = true;
  if (!name_.starts_with("s_load_")) return;
  effects_.memory.kind = Kind::read;
  effects_.memory.space = Space::uniform;
  effects_.memory.bytes = static_cast<uint8_t>(4 * width_of(text_.operands[0]));
}

}  // namespace hippuzzle::amd
