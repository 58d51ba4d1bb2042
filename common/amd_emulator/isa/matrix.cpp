// MFMA: D = A * B + C of a whole wave. EXEC is ignored. A lane holds consecutive terms (k) of one
// row of A and of one column of B; the rows of D that it holds are four consecutive ones of each
// eight or sixteen. Terms are added one after the other with one rounding each; hardware may add
// them in another order. Source: AMD Instinct MI200 ISA, 7 and 12.10; AMD matrix instruction
// calculator.
#include "amd_emulator/isa/lanes.hpp"

namespace hippuzzle::amd {
namespace {

enum class Term { single, bfloat16 };

template <Term term>
float term_at(const Wave& w, const Operand& o, unsigned lane, unsigned k) {
  if constexpr (term == Term::single) return as_float(w.rows[o.index + k].lane[lane]);
  const uint32_t pair = w.rows[o.index + k / 2].lane[lane];
  return as_float(k % 2 == 0 ? pair << 16 : pair & 0xffff0000);
}

// side: of D, 16 or 32. terms: that a lane holds of each operand.
template <Term term, unsigned side, unsigned terms>
void multiply(Wave& w, const Instruction& i) {
  constexpr unsigned groups = most_lanes / side, registers = side * side / most_lanes;
  constexpr unsigned depth = groups * terms;
  float a[side][depth], b[side][depth];
  for (unsigned lane = 0; lane < most_lanes; ++lane) {
    for (unsigned k = 0; k < terms; ++k) {
      a[lane % side][terms * (lane / side) + k] = term_at<term>(w, i.operands[1], lane, k);
      b[lane % side][terms * (lane / side) + k] = term_at<term>(w, i.operands[2], lane, k);
    }
  }
  Row result[registers];
  const Operand& c = i.operands[3];
  for (unsigned r = 0; r < registers; ++r) {
    for (unsigned lane = 0; lane < most_lanes; ++lane) {
      const unsigned line = 4 * groups * (r / 4) + 4 * (lane / side) + r % 4;
      float sum = as_float(c.is_vector() ? w.rows[c.index + r].lane[lane] : read_scalar(w, c));
      for (unsigned k = 0; k < depth; ++k) sum = __builtin_fmaf(a[line][k], b[lane % side][k], sum);
      result[r].lane[lane] = as_bits(sum);
    }
  }
  for (unsigned r = 0; r < registers; ++r) w.rows[i.operands[0].index + r] = result[r];
}

}  // namespace

void add_matrix(Registry& r) {
  r.add("v_mfma_f32_16x16x4f32", multiply<Term::single, 16, 1>);
  r.alias("v_mfma_f32_16x16x4_f32", "v_mfma_f32_16x16x4f32");
  r.add("v_mfma_f32_32x32x2f32", multiply<Term::single, 32, 1>);
  r.alias("v_mfma_f32_32x32x2_f32", "v_mfma_f32_32x32x2f32");
  r.add("v_mfma_f32_16x16x8bf16", multiply<Term::bfloat16, 16, 2>);
  r.add("v_mfma_f32_32x32x4bf16", multiply<Term::bfloat16, 32, 2>);
  r.add("v_mfma_f32_16x16x16bf16_1k", multiply<Term::bfloat16, 16, 4>);
  r.alias("v_mfma_f32_16x16x16_bf16", "v_mfma_f32_16x16x16bf16_1k");
  r.add("v_mfma_f32_32x32x8bf16_1k", multiply<Term::bfloat16, 32, 4>);
  r.alias("v_mfma_f32_32x32x8_bf16", "v_mfma_f32_32x32x8bf16_1k");
}

}  // namespace hippuzzle::amd
