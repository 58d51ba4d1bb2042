// Additions and subtractions with a carry a lane, and the choice by a mask. A mask's bits of lanes
// that are off become 0. Source: AMD Instinct MI200 ISA, 12.7 (VOP2).
#include "amd_emulator/isa/lanes.hpp"

namespace hippuzzle::amd {
namespace {

constexpr uint64_t sum(uint32_t a, uint32_t b, uint32_t c) { return uint64_t{a} + b + c; }
constexpr uint64_t difference(uint32_t a, uint32_t b, uint32_t c) { return uint64_t{a} - b - c; }
constexpr uint64_t reverse_difference(uint32_t a, uint32_t b, uint32_t c) {
  return uint64_t{b} - a - c;
}

// Operands: result, carry out, a, b, and with carries_in the carry in. Bit 32 of f is the carry.
template <auto f, bool carries_in>
void carry(Wave& w, const Instruction& i) {
  const uint64_t carries = carries_in ? read_mask(w, i.operands[4]) : 0;
  uint64_t out = 0;
  for_halves(w, [&](unsigned first, uint32_t on) {
    const auto in = static_cast<uint32_t>(carries >> first);
    Lanes room[2], result;
    const uint32_t* a = read_lanes(w, i.operands[2], 0, first, room[0]);
    const uint32_t* b = read_lanes(w, i.operands[3], 0, first, room[1]);
    uint32_t bits = 0;
    for (unsigned l = 0; l < half; ++l) {
      const uint64_t value = f(a[l], b[l], in >> l & 1);
      result[l] = static_cast<uint32_t>(value);
      bits |= static_cast<uint32_t>(value >> 32 & 1) << l;
    }
    write_lanes(w, i.operands[0], 0, first, on, result);
    out |= static_cast<uint64_t>(bits & on) << first;
  });
  write_mask(w, i.operands[1], out);
}

void choose(Wave& w, const Instruction& i) {
  const uint64_t mask = i.count > 3 ? read_mask(w, i.operands[3]) : w.mask(scalar::vcc);
  for_halves(w, [&](unsigned first, uint32_t on) {
    const auto second = static_cast<uint32_t>(mask >> first);
    Lanes room[2], result;
    const uint32_t* a = read_signed(w, i.operands[1], 0, first, room[0]);
    const uint32_t* b = read_signed(w, i.operands[2], 0, first, room[1]);
    for (unsigned l = 0; l < half; ++l) result[l] = (second >> l & 1) != 0 ? b[l] : a[l];
    write_lanes(w, i.operands[0], 0, first, on, result);
  });
}

}  // namespace

void add_vector_carry(Registry& r) {
  r.add("v_add_co_u32", carry<sum, false>);
  r.add("v_sub_co_u32", carry<difference, false>);
  r.add("v_subrev_co_u32", carry<reverse_difference, false>);
  r.add("v_addc_co_u32", carry<sum, true>);
  r.add("v_subb_co_u32", carry<difference, true>);
  r.add("v_subbrev_co_u32", carry<reverse_difference, true>);
  r.alias("v_add_co_ci_u32", "v_addc_co_u32");
  r.alias("v_sub_co_ci_u32", "v_subb_co_u32");
  r.alias("v_subrev_co_ci_u32", "v_subbrev_co_u32");
  r.add("v_cndmask_b32", choose);
}

}  // namespace hippuzzle::amd
