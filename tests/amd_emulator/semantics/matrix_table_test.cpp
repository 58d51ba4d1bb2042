// A row for each matrix instruction (MFMA): the place of every element of A, B and D, as AMD's
// matrix instruction calculator prints it, and the effects of their modifiers.
#include "tests/amd_emulator/semantics/matrix_elements.hpp"

namespace hippuzzle::amd {
namespace matrix_table_test {

// Which block's A a block has, and which lane's B a lane.
struct Pattern {
  const char* modifiers = "";
  unsigned (*a_of_block)(unsigned) = [](unsigned block) { return block; };
  unsigned (*b_of_lane)(unsigned) = [](unsigned lane) { return lane; };
};

void expect_product(const MatrixRow& m, const Pattern& pattern = {}) {
  OneInstruction one;
  constexpr unsigned a = 8, b = 16;
  set(one, a, m, m.a, a_of);
  set(one, b, m, m.b,
      [](unsigned column, unsigned k, unsigned block) { return b_of(k, column, block); });
  const unsigned depth = m.blocks > 1 ? m.terms : m.terms * most_lanes / m.side;
  const unsigned registers = m.side == 4 ? 4 : m.side * m.side / most_lanes * m.blocks;
  for (unsigned r = 0; r < registers; ++r)
    one.fill(row::accumulators + r, m.a == Term::byte ? 3 : bits(3.0f));
  one.wave.set_pair(scalar::exec, 5);  // is ignored
  one.execute(std::string(m.name) + " a[0:" + std::to_string(registers - 1) +
              "], v[8:9], v[16:17], a[0:" + std::to_string(registers - 1) + "] " +
              pattern.modifiers);
  for (unsigned r = 0; r < registers; ++r) {
    for (unsigned l = 0; l < most_lanes; ++l) {
      unsigned row = r, block = l / 4;
      if (m.side == 16) row = 4 * (l / 16) + r % 4, block = r / 4;
      if (m.side == 32) row = 8 * (r % 16 / 4) + 4 * (l / 32) + r % 4, block = r / 16;
      unsigned sum = 3;
      for (unsigned k = 0; k < depth; ++k) {
        // The lane that holds term k of this column, without a pattern, and whose it is with one.
        const unsigned group = m.blocks > 1 ? block : k / m.terms;
        const unsigned lane = pattern.b_of_lane(group * m.side + l % m.side);
        const unsigned b_block = m.blocks > 1 ? lane / m.side : 0;
        const unsigned b_k = m.blocks > 1 ? k : lane / m.side * m.terms + k % m.terms;
        sum += a_of(row, k, pattern.a_of_block(block)) * b_of(b_k, lane % m.side, b_block);
      }
      const uint32_t expected = m.a == Term::byte ? sum : bits(static_cast<float>(sum));
      ASSERT_EQ(one.lane(row::accumulators + r, l), expected)
          << m.name << " " << pattern.modifiers << " register " << r << " lane " << l;
    }
  }
}

TEST(MatrixTable, EveryElementLiesWhereTheCalculatorHasIt) {
  constexpr Term single = Term::single, half = Term::half, brain = Term::bfloat16,
                 byte = Term::byte, fp8 = Term::fp8, bf8 = Term::bf8;
  const std::vector<MatrixRow> rows = {
      {"v_mfma_f32_32x32x1f32", single, single, 32, 1, 2},
      {"v_mfma_f32_16x16x1f32", single, single, 16, 1, 4},
      {"v_mfma_f32_4x4x1f32", single, single, 4, 1, 16},
      {"v_mfma_f32_32x32x2f32", single, single, 32, 1, 1},
      {"v_mfma_f32_16x16x4f32", single, single, 16, 1, 1},
      {"v_mfma_f32_32x32x4f16", half, half, 32, 4, 2},
      {"v_mfma_f32_16x16x4f16", half, half, 16, 4, 4},
      {"v_mfma_f32_4x4x4f16", half, half, 4, 4, 16},
      {"v_mfma_f32_32x32x8f16", half, half, 32, 4, 1},
      {"v_mfma_f32_16x16x16f16", half, half, 16, 4, 1},
      {"v_mfma_i32_32x32x4i8", byte, byte, 32, 4, 2},
      {"v_mfma_i32_16x16x4i8", byte, byte, 16, 4, 4},
      {"v_mfma_i32_4x4x4i8", byte, byte, 4, 4, 16},
      {"v_mfma_i32_32x32x8i8", byte, byte, 32, 4, 1},
      {"v_mfma_i32_16x16x16i8", byte, byte, 16, 4, 1},
      {"v_mfma_i32_32x32x16_i8", byte, byte, 32, 8, 1},
      {"v_mfma_i32_16x16x32_i8", byte, byte, 16, 8, 1},
      {"v_mfma_f32_32x32x4bf16_1k", brain, brain, 32, 4, 2},
      {"v_mfma_f32_16x16x4bf16_1k", brain, brain, 16, 4, 4},
      {"v_mfma_f32_4x4x4bf16_1k", brain, brain, 4, 4, 16},
      {"v_mfma_f32_32x32x8bf16_1k", brain, brain, 32, 4, 1},
      {"v_mfma_f32_16x16x16bf16_1k", brain, brain, 16, 4, 1},
      {"v_mfma_f32_32x32x2bf16", brain, brain, 32, 2, 2},
      {"v_mfma_f32_16x16x2bf16", brain, brain, 16, 2, 4},
      {"v_mfma_f32_4x4x2bf16", brain, brain, 4, 2, 16},
      {"v_mfma_f32_32x32x4bf16", brain, brain, 32, 2, 1},
      {"v_mfma_f32_16x16x8bf16", brain, brain, 16, 2, 1},
      {"v_mfma_f32_32x32x8_f16", half, half, 32, 4, 1},
      {"v_mfma_f32_16x16x16_f16", half, half, 16, 4, 1},
      {"v_mfma_f32_32x32x8_bf16", brain, brain, 32, 4, 1},
      {"v_mfma_f32_16x16x16_bf16", brain, brain, 16, 4, 1},
      {"v_mfma_f32_32x32x4_xf32", single, single, 32, 2, 1},
      {"v_mfma_f32_16x16x8_xf32", single, single, 16, 2, 1},
      {"v_mfma_f32_16x16x32_fp8_fp8", fp8, fp8, 16, 8, 1},
      {"v_mfma_f32_16x16x32_fp8_bf8", fp8, bf8, 16, 8, 1},
      {"v_mfma_f32_16x16x32_bf8_fp8", bf8, fp8, 16, 8, 1},
      {"v_mfma_f32_16x16x32_bf8_bf8", bf8, bf8, 16, 8, 1},
      {"v_mfma_f32_32x32x16_fp8_fp8", fp8, fp8, 32, 8, 1},
      {"v_mfma_f32_32x32x16_fp8_bf8", fp8, bf8, 32, 8, 1},
      {"v_mfma_f32_32x32x16_bf8_fp8", bf8, fp8, 32, 8, 1},
      {"v_mfma_f32_32x32x16_bf8_bf8", bf8, bf8, 32, 8, 1},
  };
  for (const MatrixRow& m : rows) expect_product(m);
}

// As AMD's matrix instruction calculator describes CBSZ, ABID and BLGP.
TEST(MatrixTable, BlocksOfABroadcastAndLanesOfBPermuted) {
  const MatrixRow two = {"v_mfma_f32_32x32x1f32", Term::single, Term::single, 32, 1, 2},
                  four = {"v_mfma_f32_16x16x4f16", Term::half, Term::half, 16, 4, 4},
                  sixteen = {"v_mfma_i32_4x4x4i8", Term::byte, Term::byte, 4, 4, 16},
                  one = {"v_mfma_f32_16x16x16f16", Term::half, Term::half, 16, 4, 1},
                  wide = {"v_mfma_f32_32x32x2f32", Term::single, Term::single, 32, 1, 1};
  expect_product(two, {"cbsz:1 abid:1", [](unsigned) { return 1u; }});
  expect_product(four, {"cbsz:1", [](unsigned block) { return block & 2; }});
  expect_product(four, {"cbsz:2 abid:3", [](unsigned) { return 3u; }});
  expect_product(sixteen, {"cbsz:1 abid:1", [](unsigned block) { return block | 1; }});
  expect_product(sixteen, {"cbsz:2 abid:1", [](unsigned block) { return (block & 12) + 1; }});
  expect_product(sixteen, {"cbsz:4 abid:13", [](unsigned) { return 13u; }});
  constexpr auto own = [](unsigned block) { return block; };
  for (const MatrixRow& m : {two, four, sixteen, one, wide}) {
    expect_product(m, {"blgp:1", own, [](unsigned lane) { return lane < 32 ? lane : lane - 32; }});
    expect_product(m, {"blgp:2", own, [](unsigned lane) { return lane < 32 ? lane + 32 : lane; }});
    expect_product(
        m, {"blgp:3", own, [](unsigned lane) { return lane < 48 ? lane + 16 : lane - 48; }});
    expect_product(m, {"blgp:4", own, [](unsigned lane) { return lane % 16; }});
    expect_product(m, {"blgp:5", own, [](unsigned lane) { return lane % 16 + 16; }});
    expect_product(m, {"blgp:6", own, [](unsigned lane) { return lane % 16 + 32; }});
    expect_product(m, {"blgp:7", own, [](unsigned lane) { return lane % 16 + 48; }});
  }
  expect_product(sixteen, {"cbsz:3 abid:5 blgp:5", [](unsigned block) { return (block & 8) + 5; },
                           [](unsigned lane) { return lane % 16 + 16; }});
}

// More blocks than there are, a block that is none of them, patterns where none are.
TEST(MatrixTable, ModifiersThatNoDocumentDescribesEndTheLaunch) {
  for (const char* text : {"v_mfma_f32_16x16x4f16 a[0:15], v[8:9], v[16:17], 0 cbsz:3",
                           "v_mfma_f32_16x16x4f16 a[0:15], v[8:9], v[16:17], 0 cbsz:1 abid:2",
                           "v_mfma_f32_16x16x16f16 a[0:3], v[8:9], v[16:17], 0 cbsz:1",
                           "v_mfma_f32_16x16x16_f16 a[0:3], v[8:9], v[16:17], 0 blgp:1",
                           "v_mfma_f32_16x16x8_xf32 a[0:3], v[8:9], v[16:17], 0 blgp:1",
                           "v_mfma_f64_4x4x4f64 v[0:1], v[2:3], v[4:5], 0 blgp:1",
                           "v_smfmac_f32_16x16x32_f16 v[0:3], v[8:9], v[16:19], v4 abid:4",
                           "v_smfmac_i32_16x16x64_i8 v[0:3], v[8:9], v[16:19], v4 abid:2"}) {
    OneInstruction one;
    for (unsigned r = 0; r < 20; ++r) one.fill(r, 0);
    EXPECT_THROW(one.execute(text), Fault) << text;
  }
}

// The instruction drops the 13 lowest bits of a factor, and none of the addend.
TEST(MatrixTable, ReducedSinglePrecisionHasTenBitsBehindThePoint) {
  for (const char* text : {"v_mfma_f32_16x16x8_xf32 v[8:11], v[2:3], v[4:5], v[8:11]",
                           "v_mfma_f32_32x32x4_xf32 v[8:23], v[2:3], v[4:5], v[8:23]"}) {
    OneInstruction one;
    for (unsigned r = 2; r < 24; ++r) one.fill(r, 0);
    one.wave.rows[2].lane[0] = bits(-0x1.ffffp0f);   // -0x1.ffcp0 is left
    one.wave.rows[4].lane[0] = bits(0x1.003ffep0f);  // 1
    one.wave.rows[8].lane[0] = bits(0x1.ffc002p0f);
    one.execute(text);
    EXPECT_EQ(one.lane(8, 0), bits(0x1.ffc002p0f - 0x1.ffcp0f)) << text;
  }
}

// The least number above zero, a negative one and NaN of both formats of 8 bits.
TEST(MatrixTable, EightBitsHaveDenormalsAndOneNan) {
  const auto product = [](const char* name, uint32_t byte) {
    OneInstruction one;
    for (unsigned r = 0; r < 2; ++r) {
      one.fill(2 + r, 0);
      one.fill(4 + r, 0);
    }
    one.fill(2, byte);
    one.fill(4, std::string(name).ends_with("fp8") ? encoded(Term::fp8, 1) : encoded(Term::bf8, 1));
    one.execute(std::string(name) + " v[8:11], v[2:3], v[4:5], 0");
    return one.lane(8);  // of the four groups of lanes' first term
  };
  EXPECT_EQ(product("v_mfma_f32_16x16x32_fp8_fp8", 0x01), bits(4 * 0x1p-10f));
  EXPECT_EQ(product("v_mfma_f32_16x16x32_bf8_bf8", 0x01), bits(4 * 0x1p-17f));
  EXPECT_EQ(product("v_mfma_f32_16x16x32_fp8_fp8", 0xff), bits(4 * -240.0f));
  EXPECT_EQ(product("v_mfma_f32_16x16x32_bf8_bf8", 0x7f), bits(4 * 57344.0f));
  EXPECT_EQ(product("v_mfma_f32_16x16x32_fp8_fp8", 0x80) & 0x7fc00000, 0x7fc00000u);
  EXPECT_EQ(product("v_mfma_f32_16x16x32_bf8_bf8", 0x80) & 0x7fc00000, 0x7fc00000u);
}

double one_of_a(unsigned row, unsigned k, unsigned block) {
  return 0.1 * (row + 1) + k + 7 * block;
}
double one_of_b(unsigned k, unsigned column, unsigned block) {
  return 1.0 / (column + 2 * k + 1) - block;
}

void expect_doubles(const char* name, unsigned side) {
  OneInstruction one;
  const auto put = [&](unsigned first, unsigned l, double x) {
    one.wave.rows[first].lane[l] = static_cast<uint32_t>(bits(x));
    one.wave.rows[first + 1].lane[l] = static_cast<uint32_t>(bits(x) >> 32);
  };
  const auto block_of = [&](unsigned l) { return side == 16 ? 0 : l / 4 % 4; };
  for (unsigned l = 0; l < most_lanes; ++l) {
    put(2, l, one_of_a(l % side, l / 16, block_of(l)));
    put(4, l, one_of_b(l / 16, l % side, block_of(l)));
  }
  one.execute(std::string(name) + " v[8:15], v[2:3], v[4:5], 2.0");
  for (unsigned r = 0; r < (side == 16 ? 4u : 1u); ++r) {
    for (unsigned l = 0; l < most_lanes; ++l) {
      const unsigned row = side == 16 ? 4 * r + l / 16 : l / 16;
      double sum = 2;
      for (unsigned k = 0; k < 4; ++k)
        sum = __builtin_fma(one_of_a(row, k, block_of(l)), one_of_b(k, l % side, block_of(l)), sum);
      ASSERT_EQ(one.pair(8 + 2 * r, l), bits(sum)) << name << " register " << r << " lane " << l;
    }
  }
}

// One term each: 1.5 * 2 + 4 in the first element, with each sign changed.
TEST(MatrixTable, DoublesAreNegatedFromGfx940On) {
  const std::vector<std::pair<const char*, double>> rows = {{"", 7},
                                                            {" neg:[1,0,0]", 1},
                                                            {" neg:[0,1,0]", 1},
                                                            {" neg:[1,1,1]", -1},
                                                            {" neg:[0,0,1]", -1}};
  for (const char* name : {"v_mfma_f64_16x16x4_f64", "v_mfma_f64_4x4x4_4b_f64"}) {
    for (const auto& [negated, expected] : rows) {
      for (const char* addend : {"4.0", "v[6:7]"}) {
        OneInstruction one;
        for (unsigned r = 0; r < 24; ++r) one.fill(r, 0);
        for (const auto& [row, x] : {std::pair{2, 1.5}, {4, 2.0}}) {
          one.wave.rows[row + 1].lane[0] = static_cast<uint32_t>(bits(x) >> 32);
        }
        one.fill_pair(6, bits(4.0));
        one.execute(std::string(name) + " v[8:9], v[2:3], v[4:5], " + addend + negated);
        EXPECT_EQ(one.pair(8), bits(expected)) << name << negated << " with " << addend;
      }
    }
  }
}

TEST(MatrixTable, DoublesLieWhereTheCalculatorHasThem) {
  expect_doubles("v_mfma_f64_16x16x4f64", 16);
  expect_doubles("v_mfma_f64_16x16x4_f64", 16);
  expect_doubles("v_mfma_f64_4x4x4f64", 4);
  expect_doubles("v_mfma_f64_4x4x4_4b_f64", 4);
}

}  // namespace matrix_table_test
}  // namespace hippuzzle::amd
