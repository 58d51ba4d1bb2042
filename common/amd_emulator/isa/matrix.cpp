// MFMA: D = A * B + C of a whole wave, or of several blocks of one. EXEC is ignored. A lane holds
// consecutive terms (k) of one row of A and of one column of B; the rows of D that it holds are
// four consecutive ones of each eight or sixteen; of doubles every fourth. Terms are added one
// after the other with one rounding each; hardware may add them in another order. Source: AMD
// Instinct MI200 ISA, 7 and 12.10; AMD matrix instruction calculator, with whose output all layouts
// agree.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "amd_emulator/isa/half.hpp"
#include "amd_emulator/isa/lanes.hpp"

namespace hippuzzle::amd {
namespace {

// Each has its number, how many of it a register holds, and what they are added in.
struct Single {
  using Value = float;
  static constexpr unsigned in_register = 1;
  static float at(uint32_t bits, unsigned) { return as_float(bits); }
};
struct Half {
  using Value = float;
  static constexpr unsigned in_register = 2;
  static float at(uint32_t bits, unsigned k) { return from_half(bits >> 16 * k & 0xffff); }
};
struct Bfloat16 {
  using Value = float;
  static constexpr unsigned in_register = 2;
  static float at(uint32_t bits, unsigned k) { return from_bfloat16(bits >> 16 * k & 0xffff); }
};
struct Byte {
  using Value = uint32_t;  // sums wrap
  static constexpr unsigned in_register = 4;
  static uint32_t at(uint32_t bits, unsigned k) {
    return static_cast<uint32_t>(int32_t{static_cast<int8_t>(bits >> 8 * k)});
  }
};

// Formats of 8 bits without infinities and negative zero, whose one NaN has the zero's place
// (FNUZ).
template <unsigned mantissa_bits>
struct Eight {
  using Value = float;
  static constexpr unsigned in_register = 4;
  static float at(uint32_t bits, unsigned k) {
    const uint32_t byte = bits >> 8 * k & 0xff;
    if (byte == 0x80) return std::numeric_limits<float>::quiet_NaN();
    constexpr int bias = mantissa_bits == 3 ? 8 : 16;
    const uint32_t fraction = byte & ((1u << mantissa_bits) - 1);
    const int exponent =
        static_cast<int>(byte >> mantissa_bits & ((1u << (7 - mantissa_bits)) - 1));
    const uint32_t digits = exponent == 0 ? fraction : fraction | 1u << mantissa_bits;
    const float size = std::ldexp(static_cast<float>(digits),
                                  std::max(exponent, 1) - bias - static_cast<int>(mantissa_bits));
    return (byte & 0x80) != 0 ? -size : size;
  }
};
using Fp8 = Eight<3>;
using Bf8 = Eight<2>;

float product_and_sum(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
uint32_t product_and_sum(uint32_t a, uint32_t b, uint32_t c) { return a * b + c; }

// side: of D. terms: that a lane holds of each operand. blocks: of lanes, each with a product of
// its own; 1 or as many as there are groups of `side` lanes. Other: of what B is.
template <class Term, unsigned side, unsigned terms, unsigned blocks = 1, class Other = Term>
void multiply(Wave& w, const Instruction& i) {
  using Value = typename Term::Value;
  constexpr unsigned groups = most_lanes / side, depth = groups / blocks * terms;
  constexpr unsigned rows_at_once = side < 4 * groups ? side : 4 * groups;  // of a block
  constexpr unsigned of_block = blocks == groups && side == 4 ? 4 : side * side / most_lanes;
  constexpr unsigned registers = side == 4 ? 4 : of_block * blocks;
  const auto bits = [&](unsigned operand, unsigned lane, unsigned k) {
    return w.rows[i.operands[operand].index + k / Term::in_register].lane[lane];
  };
  Value a[blocks][side][depth], b[blocks][side][depth];
  for (unsigned lane = 0; lane < most_lanes; ++lane) {
    const unsigned group = lane / side, block = blocks > 1 ? group : 0;
    for (unsigned k = 0; k < terms; ++k) {
      const unsigned term = blocks > 1 ? k : terms * group + k;
      a[block][lane % side][term] = Term::at(bits(1, lane, k), k % Term::in_register);
      b[block][lane % side][term] = Other::at(bits(2, lane, k), k % Term::in_register);
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
      for (unsigned k = 0; k < depth; ++k)
        sum = product_and_sum(a[block][line][k], b[block][lane % side][k], sum);
      result[r].lane[lane] = std::bit_cast<uint32_t>(sum);
    }
  }
  for (unsigned r = 0; r < registers; ++r) w.rows[i.operands[0].index + r] = result[r];
}

// 16 x 16, or four blocks of 4 x 4, of four terms: a lane holds one of A and of B.
template <unsigned side>
void multiply_doubles(Wave& w, const Instruction& i) {
  constexpr unsigned registers = side == 16 ? 4 : 1, depth = 4;
  const auto at = [&](const Operand& o, unsigned number, unsigned lane) {
    if (!o.is_vector()) return std::bit_cast<double>(uint64_t{o.high} << 32 | o.low);
    const Row* rows = &w.rows[o.index + 2 * number];
    return std::bit_cast<double>(uint64_t{rows[1].lane[lane]} << 32 | rows[0].lane[lane]);
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
  r.add(name + "_fp8_fp8", multiply<Fp8, side, 8>);
  r.add(name + "_fp8_bf8", multiply<Fp8, side, 8, 1, Bf8>);
  r.add(name + "_bf8_fp8", multiply<Bf8, side, 8, 1, Fp8>);
  r.add(name + "_bf8_bf8", multiply<Bf8, side, 8>);
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
  r.alias("v_mfma_f32_16x16x16_bf16", "v_mfma_f32_16x16x16bf16_1k");
  r.add("v_mfma_f32_32x32x8bf16_1k", multiply<Bfloat16, 32, 4>);
  r.alias("v_mfma_f32_32x32x8_bf16", "v_mfma_f32_32x32x8bf16_1k");
  r.add("v_mfma_f32_16x16x16f16", multiply<Half, 16, 4>);
  r.alias("v_mfma_f32_16x16x16_f16", "v_mfma_f32_16x16x16f16");
  r.add("v_mfma_f32_32x32x8f16", multiply<Half, 32, 4>);
  r.alias("v_mfma_f32_32x32x8_f16", "v_mfma_f32_32x32x8f16");
  r.add("v_mfma_f32_32x32x4f16", multiply<Half, 32, 4, 2>);
  r.alias("v_mfma_f32_32x32x4_2b_f16", "v_mfma_f32_32x32x4f16");
  r.add("v_mfma_f32_16x16x4f16", multiply<Half, 16, 4, 4>);
  r.alias("v_mfma_f32_16x16x4_4b_f16", "v_mfma_f32_16x16x4f16");
  r.add("v_mfma_f32_4x4x4f16", multiply<Half, 4, 4, 16>);
  r.alias("v_mfma_f32_4x4x4_16b_f16", "v_mfma_f32_4x4x4f16");
  r.add("v_mfma_i32_16x16x16i8", multiply<Byte, 16, 4>);
  r.add("v_mfma_i32_32x32x8i8", multiply<Byte, 32, 4>);
  r.add("v_mfma_i32_16x16x32_i8", multiply<Byte, 16, 8>);
  r.add("v_mfma_i32_32x32x16_i8", multiply<Byte, 32, 8>);
}

}  // namespace hippuzzle::amd
