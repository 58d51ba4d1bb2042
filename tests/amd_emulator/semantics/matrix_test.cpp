// Matrix instructions: the place of each element, in waves of both sizes, and the effects of signs,
// halves and clamps.
#include <cmath>
#include <limits>

#include "amd_emulator/isa/half.hpp"
#include "tests/amd_emulator/semantics/one_instruction.hpp"

namespace hippuzzle::amd {
namespace matrix_test {

using Value = double (*)(unsigned line, unsigned k);

// Rows v8 and on hold A, v16 and on B, v0 and on C and D.
constexpr unsigned a_row = 8, b_row = 16;

// bits: the size of a term. encode: converts a number to a term.
void set_factor(OneInstruction& one, unsigned first, unsigned bits, Value value,
                uint32_t (*encode)(double)) {
  const unsigned in_register = 32 / bits;
  const uint32_t mask = (1u << bits) - 1;
  for (unsigned k = 0; k < 16; ++k) {
    Row& row = one.wave.rows[first + k / in_register];
    for (unsigned lane = 0; lane < one.wave.lanes; ++lane) {
      if (k % in_register == 0) row.lane[lane] = 0;
      row.lane[lane] |= (encode(value(lane % 16, k)) & mask) << bits * (k % in_register);
    }
  }
}

uint32_t as_half(double x) { return to_half(x); }
uint32_t as_bfloat16(double x) { return to_bfloat16(static_cast<float>(x)); }
uint32_t as_integer(double x) { return static_cast<uint32_t>(static_cast<int32_t>(x)); }

double identity(unsigned line, unsigned k) { return line == k ? 1 : 0; }
double numbered(unsigned line, unsigned k) { return line + 16 * k; }  // up to 255

// Element (row, column) is in register row / groups, lane 16 * (row % groups) + column, where
// groups is how many times 16 lanes a wave has.
uint32_t element(const OneInstruction& one, unsigned row, unsigned column) {
  const unsigned groups = one.wave.lanes / 16;
  return one.lane(row / groups, 16 * (row % groups) + column);
}

class WaveMatrix : public ::testing::TestWithParam<unsigned> {
 protected:
  OneInstruction one{GetParam(), Generation::gfx11};
};
INSTANTIATE_TEST_SUITE_P(, WaveMatrix, ::testing::Values(32u, 64u),
                         [](const auto& test) { return "Of" + std::to_string(test.param); });

TEST_P(WaveMatrix, HoldsRowsOfAAndColumnsOfB) {
  one.wave.set_pair(scalar::exec, 1);  // is ignored
  set_factor(one, a_row, 16, identity, as_half);
  set_factor(one, b_row, 16, numbered, as_half);
  one.execute("v_wmma_f32_16x16x16_f16 v[0:7], v[8:15], v[16:23], 1.0");
  for (unsigned row = 0; row < 16; ++row) {
    for (unsigned column = 0; column < 16; ++column)
      EXPECT_EQ(element(one, row, column), bits(static_cast<float>(column + 16 * row + 1)));
  }
  set_factor(one, a_row, 16, numbered, as_bfloat16);
  set_factor(one, b_row, 16, identity, as_bfloat16);
  one.execute("v_wmma_f32_16x16x16_bf16 v[0:7], v[8:15], v[16:23], v[0:7]");
  for (unsigned row = 0; row < 16; ++row) {
    for (unsigned column = 0; column < 16; ++column) {
      const unsigned before = column + 16 * row + 1, product = row + 16 * column;
      EXPECT_EQ(element(one, row, column), bits(static_cast<float>(before + product)));
    }
  }
}

TEST_P(WaveMatrix, SumsAllTerms) {
  set_factor(
      one, a_row, 16, [](unsigned, unsigned k) { return k + 1.0; }, as_half);
  set_factor(
      one, b_row, 16, [](unsigned line, unsigned) { return line + 1.0; }, as_half);
  one.execute("v_wmma_f32_16x16x16_f16 v[0:7], v[8:15], v[16:23], 0");
  EXPECT_EQ(element(one, 3, 4), bits(136.0f * 5));
  // Even terms of A (1, 3, ..., 15: their sum is 64) and odd ones of B negated, C dropped its sign.
  for (unsigned r = 0; r < 8; ++r) one.fill(r, bits(-0.5f));
  one.execute(
      "v_wmma_f32_16x16x16_f16 v[0:7], v[8:15], v[16:23], v[0:7] neg_lo:[1,0,0] neg_hi:[0,0,1]");
  EXPECT_EQ(element(one, 3, 4), bits((72.0f - 64) * 5 + 0.5f));
}

TEST_P(WaveMatrix, ResultsOf16BitsLieInTheHalfThatOpSelNames) {
  set_factor(one, a_row, 16, identity, as_half);
  set_factor(one, b_row, 16, numbered, as_half);
  for (unsigned r = 0; r < 8; ++r) one.fill(r, 0x3c00beef);  // 1 in the upper half
  one.execute("v_wmma_f16_16x16x16_f16 v[0:7], v[8:15], v[16:23], v[0:7] op_sel:[0,0,1]");
  EXPECT_EQ(element(one, 5, 6), as_half(87) << 16 | 0xbeef);
  EXPECT_EQ(element(one, 0, 0), as_half(1) << 16 | 0xbeef);
  for (unsigned r = 0; r < 8; ++r) one.fill(r, 0xbeef3f80);  // 1 as bfloat16
  set_factor(one, a_row, 16, identity, as_bfloat16);
  set_factor(one, b_row, 16, numbered, as_bfloat16);
  one.execute("v_wmma_bf16_16x16x16_bf16 v[0:7], v[8:15], v[16:23], v[0:7]");
  EXPECT_EQ(element(one, 5, 6), 0xbeef0000 | as_bfloat16(87));
  EXPECT_EQ(element(one, 0, 1), 0xbeef0000 | as_bfloat16(2));
}

TEST_P(WaveMatrix, IntegersAreSignedWhereNegLoSaysSo) {
  const auto minus_one = [](unsigned, unsigned) { return -1.0; };
  const auto two = [](unsigned, unsigned) { return 2.0; };
  set_factor(one, a_row, 8, minus_one, as_integer);
  set_factor(one, b_row, 8, two, as_integer);
  one.execute("v_wmma_i32_16x16x16_iu8 v[0:7], v[8:11], v[16:19], 0 neg_lo:[1,0,0]");
  EXPECT_EQ(element(one, 7, 7), static_cast<uint32_t>(-32));
  one.execute("v_wmma_i32_16x16x16_iu8 v[0:7], v[8:11], v[16:19], 0");
  EXPECT_EQ(element(one, 7, 7), 16u * 255 * 2);
  for (unsigned r = 0; r < 8; ++r) one.fill(r, 0x7fffffff);
  one.execute("v_wmma_i32_16x16x16_iu8 v[0:7], v[8:11], v[16:19], v[0:7] clamp");
  EXPECT_EQ(element(one, 0, 15), 0x7fffffffu);
  one.execute("v_wmma_i32_16x16x16_iu8 v[0:7], v[8:11], v[16:19], v[0:7]");
  EXPECT_EQ(element(one, 0, 15), 0x7fffffffu + 16 * 255 * 2);
  set_factor(one, a_row, 4, minus_one, as_integer);
  set_factor(
      one, b_row, 4, [](unsigned line, unsigned) { return line + 0.0; }, as_integer);
  one.execute("v_wmma_i32_16x16x16_iu4 v[0:7], v[8:9], v[16:17], 1 neg_lo:[1,0,0]");
  EXPECT_EQ(element(one, 2, 9), static_cast<uint32_t>(1 - 16 * 9));
}

TEST_P(WaveMatrix, InfinitiesStayInTheirRowAndDenormalsAreKept) {
  const auto a = [](unsigned line, unsigned k) {
    if (line == 2) return k == 0 ? std::numeric_limits<double>::infinity() : 0.0;
    return k == 1 ? 0x1p-24 : 0.0;
  };
  set_factor(one, a_row, 16, a, as_half);
  set_factor(
      one, b_row, 16, [](unsigned line, unsigned) { return line == 0 ? 0.0 : 1.0; }, as_half);
  one.execute("v_wmma_f32_16x16x16_f16 v[0:7], v[8:15], v[16:23], 0");
  EXPECT_EQ(element(one, 2, 1), 0x7f800000u);
  EXPECT_TRUE(std::isnan(std::bit_cast<float>(element(one, 2, 0))));
  EXPECT_EQ(element(one, 3, 1), bits(0x1p-24f));
  EXPECT_EQ(element(one, 3, 0), 0u);
}

TEST_P(WaveMatrix, FactorsAreRepeatedOrTheLaunchEnds) {
  set_factor(one, a_row, 16, identity, as_half);
  set_factor(one, b_row, 16, identity, as_half);
  one.wave.rows[a_row + 7].lane[one.wave.lanes - 1] ^= 1;
  EXPECT_THROW(one.execute("v_wmma_f32_16x16x16_f16 v[0:7], v[8:15], v[16:23], 0"), Fault);
}

TEST(MatrixSemantics, FourHalvesOfALaneAreConsecutiveTerms) {
  OneInstruction one;
  // A is all 1. B[k][column] = k: lane l holds 4 * (l / 16) and on; their sum is 120.
  for (unsigned l = 0; l < 64; ++l) {
    for (unsigned r = 0; r < 2; ++r) {
      const unsigned k = 4 * (l / 16) + 2 * r;
      one.wave.rows[2 + r].lane[l] = 0x3c003c00;
      one.wave.rows[4 + r].lane[l] = as_half(k) | as_half(k + 1) << 16;
    }
  }
  one.execute("v_mfma_f32_16x16x16f16 a[0:3], v[2:3], v[4:5], 2.0");
  EXPECT_EQ(one.lane(row::accumulators + 3, 63), bits(122.0f));
  one.execute("v_mfma_f32_16x16x16_f16 a[0:3], v[2:3], v[4:5], 2.0");
  EXPECT_EQ(one.lane(row::accumulators, 5), bits(122.0f));
}

// Each block of 16 lanes, or of 4, has a product of its own.
TEST(MatrixSemantics, BlocksAreProductsOfTheirOwn) {
  OneInstruction one;
  for (unsigned l = 0; l < 64; ++l) {
    one.wave.rows[1].lane[l] = bits(static_cast<float>(l));
    one.wave.rows[2].lane[l] = bits(static_cast<float>(l % 16 + 1));
  }
  // Block b, row i, column j: (16 b + i) (j + 1), in register 4 b + i % 4 of lane 16 (i / 4) + j.
  one.execute("v_mfma_f32_16x16x1f32 a[0:15], v1, v2, 0");
  EXPECT_EQ(one.lane(row::accumulators + 4 * 2 + 3, 16 * 1 + 5), bits((32.0f + 7) * 6));
  // 4 x 4: block b in lanes 4 b and on, row in register i, column in lane 4 b + j.
  one.execute("v_mfma_f32_4x4x1f32 a[0:3], v1, v2, 0");
  EXPECT_EQ(one.lane(row::accumulators + 2, 4 * 5 + 1), bits((20.0f + 2) * (21 % 16 + 1)));
  // 32 x 32: block b in registers 16 b and on.
  one.execute("v_mfma_f32_32x32x1f32 a[0:31], v1, v2, 0");
  EXPECT_EQ(one.lane(row::accumulators + 16 + 5, 32 + 3), bits((32.0f + 13) * 4));
}

TEST(MatrixSemantics, BytesAreSigned) {
  OneInstruction one;
  one.fill(1, 0xff01ff02);  // 2, -1, 1, -1
  one.fill(2, 0x03030303);
  one.execute("v_mfma_i32_16x16x16i8 a[0:3], v1, v2, 5");
  EXPECT_EQ(one.lane(row::accumulators + 1, 40), 4u * 3 + 5);
}

}  // namespace matrix_test
}  // namespace hippuzzle::amd
