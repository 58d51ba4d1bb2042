// SMFMAC of gfx940: D += A * B, 16 x 16 or 32 x 32, where of each four consecutive terms (k) of a
// row A has two, and a lane says by two bits each which of the four they are. EXEC is ignored. A
// lane holds half as many terms of A as of B. CBSZ 0 lets ABID choose which part of the indices'
// register counts; any other takes the lowest. Source: AMD matrix instruction calculator.
#include <string>

#include "amd_emulator/isa/matrix_terms.hpp"

namespace hippuzzle::amd {
namespace {

// The first bit of the indices of a lane's terms in their register.
template <unsigned terms>
unsigned first_index(const Instruction& i) {
  constexpr unsigned sets = 32 / (2 * terms);
  const Selection& s = i.selection;
  if (s.lane_pattern != 0 || (s.broadcast == 0 && s.broadcast_from >= sets)) refuse_modifiers(i);
  return s.broadcast == 0 ? s.broadcast_from * 2 * terms : 0;
}

// terms: of A that a lane holds. Other: the type of B's terms.
template <class Term, unsigned side, unsigned terms, class Other = Term>
void multiply(Wave& w, const Instruction& i) {
  using Value = typename Term::Value;
  constexpr unsigned groups = most_lanes / side, of_lane = 2 * terms;  // of B
  constexpr unsigned registers = side * side / most_lanes, rows_at_once = 4 * groups;
  const unsigned shift = first_index<terms>(i);
  Value a[side][groups * terms], b[side][groups * of_lane];
  unsigned k_of[side][groups * terms];
  for (unsigned lane = 0; lane < most_lanes; ++lane) {
    const unsigned line = lane % side, group = lane / side;
    const uint32_t indices = w.rows[i.operands[3].index].lane[lane] >> shift;
    for (unsigned t = 0; t < terms; ++t) {
      a[line][group * terms + t] = term_of<Term>(w, i.operands[1].index, lane, t);
      k_of[line][group * terms + t] = group * of_lane + 4 * (t / 2) + (indices >> 2 * t & 3);
    }
    for (unsigned k = 0; k < of_lane; ++k)
      b[line][group * of_lane + k] = term_of<Other>(w, i.operands[2].index, lane, k);
  }
  for (unsigned r = 0; r < registers; ++r) {
    Row& result = w.rows[i.operands[0].index + r];
    for (unsigned lane = 0; lane < most_lanes; ++lane) {
      const unsigned line = rows_at_once * (r / 4) + 4 * (lane / side) + r % 4;
      auto sum = std::bit_cast<Value>(result.lane[lane]);
      for (unsigned t = 0; t < groups * terms; ++t)
        sum = product_and_sum(a[line][t], b[lane % side][k_of[line][t]], sum);
      result.lane[lane] = std::bit_cast<uint32_t>(sum);
    }
  }
}

template <unsigned side>
void add_eight_bits(Registry& r, const std::string& name) {
  r.add(name + "_fp8_fp8", multiply<Fp8, side, 8>);
  r.add(name + "_fp8_bf8", multiply<Fp8, side, 8, Bf8>);
  r.add(name + "_bf8_fp8", multiply<Bf8, side, 8, Fp8>);
  r.add(name + "_bf8_bf8", multiply<Bf8, side, 8>);
}

}  // namespace

void add_sparse_matrix(Registry& r) {
  r.add("v_smfmac_f32_16x16x32_f16", multiply<Half, 16, 4>);
  r.add("v_smfmac_f32_32x32x16_f16", multiply<Half, 32, 4>);
  r.add("v_smfmac_f32_16x16x32_bf16", multiply<Bfloat16, 16, 4>);
  r.add("v_smfmac_f32_32x32x16_bf16", multiply<Bfloat16, 32, 4>);
  r.add("v_smfmac_i32_16x16x64_i8", multiply<Byte, 16, 8>);
  r.add("v_smfmac_i32_32x32x32_i8", multiply<Byte, 32, 8>);
  add_eight_bits<16>(r, "v_smfmac_f32_16x16x64");
  add_eight_bits<32>(r, "v_smfmac_f32_32x32x32");
}

}  // namespace hippuzzle::amd
