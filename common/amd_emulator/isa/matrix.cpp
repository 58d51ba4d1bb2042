// MFMA: D = A * B + C of a whole wave, or of several blocks of one. EXEC is ignored. A lane holds
// consecutive terms (k) of one row of A and of one column of B; the rows of D that it holds are
// four consecutive ones of each eight or sixteen; of doubles every fourth. Terms are added one
// after the other with one rounding each; hardware may add them in another order. Source: AMD
// Instinct MI200 ISA, 7 and 12.10; AMD matrix instruction calculator, with whose output all layouts
// agree.
#include <string>

#include "amd_emulator/isa/matrix_terms.hpp"

namespace hippuzzle::amd {
namespace {

// The block of A for a block (CBSZ, ABID): ABID's block among each 2^CBSZ blocks.
unsigned block_of_a(const Selection& s, unsigned block) {
  return block >> s.broadcast << s.broadcast | s.broadcast_from;
}

// The lane whose part of B one takes (BLGP).
unsigned lane_of_b(const Selection& s, unsigned lane) {
  switch (s.lane_pattern) {
    case 0:
      return lane;
    case 1:
    case 2:
      return lane % 32 + 32 * (s.lane_pattern - 1u);
    case 3:
      return (lane + 16) % most_lanes;
    default:
      return lane % 16 + 16 * (s.lane_pattern - 4u);
  }
}

// side: of D. terms: that a lane holds of each operand. blocks: of lanes, each with a product of
// its own; 1 or as many as there are groups of `side` lanes. Other: the type of B's terms.
template <class Term, unsigned side, unsigned terms, unsigned blocks = 1, class Other = Term>
void multiply(Wave& w, const Instruction& i) {
  using Value = typename Term::Value;
  constexpr unsigned groups = most_lanes / side, depth = groups / blocks * terms;
  constexpr unsigned rows_at_once = side < 4 * groups ? side : 4 * groups;  // of a block
  constexpr unsigned of_block = blocks == groups && side == 4 ? 4 : side * side / most_lanes;
  constexpr unsigned registers = side == 4 ? 4 : of_block * blocks;
  const Selection& selection = i.selection;
  const unsigned together = 1u << selection.broadcast;  // blocks with one A
  if (together > blocks || selection.broadcast_from >= together) refuse_modifiers(i);
  Value a[blocks][side][depth], b[blocks][side][depth];
  for (unsigned lane = 0; lane < most_lanes; ++lane) {
    const unsigned group = lane / side, block = blocks > 1 ? group : 0;
    for (unsigned k = 0; k < terms; ++k) {
      const unsigned term = blocks > 1 ? k : terms * group + k;
      a[block][lane % side][term] = term_of<Term>(w, i.operands[1].index, lane, k);
      b[block][lane % side][term] =
          term_of<Other>(w, i.operands[2].index, lane_of_b(selection, lane), k);
    }
  }
  Row result[registers];
  const Operand& c = i.operands[3];
  for (unsigned r = 0; r < registers; ++r) {
    for (unsigned lane = 0; lane < most_lanes; ++lane) {
      const unsigned block = side == 4 ? lane / side : r / of_block, n = r % of_block;
      const unsigned line = side == 4 ? n : rows_at_once * (n / 4) + 4 * (lane / side) + n % 4;
      const uint32_t addend = c.is_vector() ? w.rows[c.index + r].lane[lane] : read_scalar(w, c);
      auto sum = std::bit_cast<Value>(addend);
      const unsigned from = block_of_a(selection, block);
      for (unsigned k = 0; k < depth; ++k)
        sum = product_and_sum(a[from][line][k], b[block][lane % side][k], sum);
      result[r].lane[lane] = std::bit_cast<uint32_t>(sum);
    }
  }
  for (unsigned r = 0; r < registers; ++r) w.rows[i.operands[0].index + r] = result[r];
}

// Matrix instructions whose B always comes from a lane of its own.
template <Execute multiply>
void multiply_in_place(Wave& w, const Instruction& i) {
  if (i.selection.lane_pattern != 0) refuse_modifiers(i);
  multiply(w, i);
}

// 16 x 16, or four blocks of 4 x 4, of four terms: a lane holds one of A and of B. From gfx940 on
// each source may be negated.
template <unsigned side>
void multiply_doubles(Wave& w, const Instruction& i) {
  constexpr unsigned registers = side == 16 ? 4 : 1, depth = 4;
  if (i.selection.lane_pattern != 0 || i.selection.broadcast != 0) refuse_modifiers(i);
  const auto at = [&](const Operand& o, unsigned number, unsigned lane) {
    uint64_t bits = uint64_t{o.high} << 32 | o.low;
    if (o.is_vector()) {
      const Row* rows = &w.rows[o.index + 2 * number];
      bits = uint64_t{rows[1].lane[lane]} << 32 | rows[0].lane[lane];
    }
    return std::bit_cast<double>(bits ^ uint64_t{(o.modifiers & Operand::negate) != 0} << 63);
  };
  double result[registers][most_lanes];
  for (unsigned r = 0; r < registers; ++r) {
    for (unsigned lane = 0; lane < most_lanes; ++lane) {
      const unsigned block = side == 16 ? 0 : lane / side % 4 * side;
      const unsigned row = 4 * r + lane / 16, column = lane % side;
      double sum = at(i.operands[3], r, lane);
      for (unsigned k = 0; k < depth; ++k) {
        sum = __builtin_fma(at(i.operands[1], 0, 16 * k + block + row),
                            at(i.operands[2], 0, 16 * k + block + column), sum);
      }
      result[r][lane] = sum;
    }
  }
  for (unsigned r = 0; r < registers; ++r) {
    Row* rows = &w.rows[i.operands[0].index + 2 * r];
    for (unsigned lane = 0; lane < most_lanes; ++lane) {
      const auto bits = std::bit_cast<uint64_t>(result[r][lane]);
      rows[0].lane[lane] = static_cast<uint32_t>(bits);
      rows[1].lane[lane] = static_cast<uint32_t>(bits >> 32);
    }
  }
}

// Both factors of one format or the other.
template <unsigned side>
void add_eight_bits(Registry& r, const std::string& name) {
  r.add(name + "_fp8_fp8", multiply_in_place<multiply<Fp8, side, 8>>);
  r.add(name + "_fp8_bf8", multiply_in_place<multiply<Fp8, side, 8, 1, Bf8>>);
  r.add(name + "_bf8_fp8", multiply_in_place<multiply<Bf8, side, 8, 1, Fp8>>);
  r.add(name + "_bf8_bf8", multiply_in_place<multiply<Bf8, side, 8>>);
}

void add_blocks(Registry& r) {
  r.add("v_mfma_f32_32x32x2bf16", multiply<Bfloat16, 32, 2, 2>);
  r.add("v_mfma_f32_16x16x2bf16", multiply<Bfloat16, 16, 2, 4>);
  r.add("v_mfma_f32_4x4x2bf16", multiply<Bfloat16, 4, 2, 16>);
  r.add("v_mfma_f32_32x32x4bf16_1k", multiply<Bfloat16, 32, 4, 2>);
  r.alias("v_mfma_f32_32x32x4_2b_bf16", "v_mfma_f32_32x32x4bf16_1k");
  r.add("v_mfma_f32_16x16x4bf16_1k", multiply<Bfloat16, 16, 4, 4>);
  r.alias("v_mfma_f32_16x16x4_4b_bf16", "v_mfma_f32_16x16x4bf16_1k");
  r.add("v_mfma_f32_4x4x4bf16_1k", multiply<Bfloat16, 4, 4, 16>);
  r.alias("v_mfma_f32_4x4x4_16b_bf16", "v_mfma_f32_4x4x4bf16_1k");
  r.add("v_mfma_i32_32x32x4i8", multiply<Byte, 32, 4, 2>);
  r.alias("v_mfma_i32_32x32x4_2b_i8", "v_mfma_i32_32x32x4i8");
  r.add("v_mfma_i32_16x16x4i8", multiply<Byte, 16, 4, 4>);
  r.alias("v_mfma_i32_16x16x4_4b_i8", "v_mfma_i32_16x16x4i8");
  r.add("v_mfma_i32_4x4x4i8", multiply<Byte, 4, 4, 16>);
  r.alias("v_mfma_i32_4x4x4_16b_i8", "v_mfma_i32_4x4x4i8");
}

}  // namespace

void add_matrix(Registry& r) {
  r.add("v_mfma_f64_16x16x4f64", multiply_doubles<16>);
  r.alias("v_mfma_f64_16x16x4_f64", "v_mfma_f64_16x16x4f64");
  r.add("v_mfma_f64_4x4x4f64", multiply_doubles<4>);
  r.alias("v_mfma_f64_4x4x4_4b_f64", "v_mfma_f64_4x4x4f64");
  r.add("v_mfma_f32_16x16x8_xf32", multiply_in_place<multiply<ReducedSingle, 16, 2>>);
  r.add("v_mfma_f32_32x32x4_xf32", multiply_in_place<multiply<ReducedSingle, 32, 2>>);
  add_eight_bits<16>(r, "v_mfma_f32_16x16x32");
  add_eight_bits<32>(r, "v_mfma_f32_32x32x16");
  add_blocks(r);
  r.add("v_mfma_f32_16x16x4f32", multiply<Single, 16, 1>);
  r.alias("v_mfma_f32_16x16x4_f32", "v_mfma_f32_16x16x4f32");
  r.add("v_mfma_f32_32x32x2f32", multiply<Single, 32, 1>);
  r.alias("v_mfma_f32_32x32x2_f32", "v_mfma_f32_32x32x2f32");
  r.add("v_mfma_f32_32x32x1f32", multiply<Single, 32, 1, 2>);
  r.alias("v_mfma_f32_32x32x1_2b_f32", "v_mfma_f32_32x32x1f32");
  r.add("v_mfma_f32_16x16x1f32", multiply<Single, 16, 1, 4>);
  r.alias("v_mfma_f32_16x16x1_4b_f32", "v_mfma_f32_16x16x1f32");
  r.add("v_mfma_f32_4x4x1f32", multiply<Single, 4, 1, 16>);
  r.alias("v_mfma_f32_4x4x1_16b_f32", "v_mfma_f32_4x4x1f32");
  r.add("v_mfma_f32_16x16x8bf16", multiply<Bfloat16, 16, 2>);
  r.add("v_mfma_f32_32x32x4bf16", multiply<Bfloat16, 32, 2>);
  r.add("v_mfma_f32_16x16x16bf16_1k", multiply<Bfloat16, 16, 4>);
  r.add("v_mfma_f32_16x16x16_bf16", multiply_in_place<multiply<Bfloat16, 16, 4>>);
  r.add("v_mfma_f32_32x32x8bf16_1k", multiply<Bfloat16, 32, 4>);
  r.add("v_mfma_f32_32x32x8_bf16", multiply_in_place<multiply<Bfloat16, 32, 4>>);
  r.add("v_mfma_f32_16x16x16f16", multiply<Half, 16, 4>);
  r.add("v_mfma_f32_16x16x16_f16", multiply_in_place<multiply<Half, 16, 4>>);
  r.add("v_mfma_f32_32x32x8f16", multiply<Half, 32, 4>);
  r.add("v_mfma_f32_32x32x8_f16", multiply_in_place<multiply<Half, 32, 4>>);
  r.add("v_mfma_f32_32x32x4f16", multiply<Half, 32, 4, 2>);
  r.alias("v_mfma_f32_32x32x4_2b_f16", "v_mfma_f32_32x32x4f16");
  r.add("v_mfma_f32_16x16x4f16", multiply<Half, 16, 4, 4>);
  r.alias("v_mfma_f32_16x16x4_4b_f16", "v_mfma_f32_16x16x4f16");
  r.add("v_mfma_f32_4x4x4f16", multiply<Half, 4, 4, 16>);
  r.alias("v_mfma_f32_4x4x4_16b_f16", "v_mfma_f32_4x4x4f16");
  r.add("v_mfma_i32_16x16x16i8", multiply<Byte, 16, 4>);
  r.add("v_mfma_i32_32x32x8i8", multiply<Byte, 32, 4>);
  r.add("v_mfma_i32_16x16x32_i8", multiply_in_place<multiply<Byte, 16, 8>>);
  r.add("v_mfma_i32_32x32x16_i8", multiply_in_place<multiply<Byte, 32, 8>>);
}

}  // namespace hippuzzle::amd
