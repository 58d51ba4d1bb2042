// A row for each matrix instruction (MFMA): where every element of A, B and D lies, as AMD's matrix
// instruction calculator prints it.
#include "amd_emulator/isa/half.hpp"
#include "tests/amd_emulator/semantics/one_instruction.hpp"

namespace hippuzzle::amd {
namespace {

enum class Term { single, half, bfloat16, byte, fp8, bf8 };

struct MatrixRow {
  const char* name;
  Term a, b;
  unsigned side, terms, blocks;  // terms: of a lane
};

// Whole numbers from 0 to 7, which all formats have. Of those of 8 bits the exponent's bias is 8
// with 3 bits behind it, or 16 with 2.
uint32_t encoded(Term term, unsigned value) {
  if (value == 0) return 0;
  const unsigned power = std::bit_width(value) - 1;
  const unsigned rest = (value << 3 >> power) & 7;  // three bits behind the point
  switch (term) {
    case Term::single:
      return bits(static_cast<float>(value));
    case Term::half:
      return to_half(value);
    case Term::bfloat16:
      return to_bfloat16(static_cast<float>(value));
    case Term::byte:
      return value;
    case Term::fp8:
      return (8 + power) << 3 | rest;
    case Term::bf8:
      return (16 + power) << 2 | rest >> 1;
  }
  return 0;
}
unsigned bits_of(Term term) {
  return term == Term::single ? 32 : term == Term::half || term == Term::bfloat16 ? 16 : 8;
}

unsigned a_of(unsigned row, unsigned k, unsigned block) { return (3 * row + 5 * k + block) % 7; }
unsigned b_of(unsigned k, unsigned column, unsigned block) {
  return (2 * column + 3 * k + 2 * block + 1) % 5;
}

// A lane holds `terms` of one row of A, or of one column of B, from register `first` on.
template <class Value>
void set(OneInstruction& one, unsigned first, const MatrixRow& m, Term term, const Value& value) {
  const unsigned width = bits_of(term), in_register = 32 / width;
  for (unsigned l = 0; l < most_lanes; ++l) {
    const unsigned group = l / m.side, block = m.blocks > 1 ? group : 0;
    for (unsigned t = 0; t < m.terms; ++t) {
      uint32_t& to = one.wave.rows[first + t / in_register].lane[l];
      if (t % in_register == 0) to = 0;
      const unsigned k = m.blocks > 1 ? t : m.terms * group + t;
      to |= encoded(term, value(l % m.side, k, block)) << width * (t % in_register);
    }
  }
}

void expect_product(const MatrixRow& m) {
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
              "], v[8:9], v[16:17], a[0:" + std::to_string(registers - 1) + "]");
  for (unsigned r = 0; r < registers; ++r) {
    for (unsigned l = 0; l < most_lanes; ++l) {
      unsigned row = r, block = l / 4;
      if (m.side == 16) row = 4 * (l / 16) + r % 4, block = r / 4;
      if (m.side == 32) row = 8 * (r % 16 / 4) + 4 * (l / 32) + r % 4, block = r / 16;
      unsigned sum = 3;
      for (unsigned k = 0; k < depth; ++k) sum += a_of(row, k, block) * b_of(k, l % m.side, block);
      const uint32_t expected = m.a == Term::byte ? sum : bits(static_cast<float>(sum));
      ASSERT_EQ(one.lane(row::accumulators + r, l), expected)
          << m.name << " register " << r << " lane " << l;
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

TEST(MatrixTable, DoublesLieWhereTheCalculatorHasThem) {
  expect_doubles("v_mfma_f64_16x16x4f64", 16);
  expect_doubles("v_mfma_f64_16x16x4_f64", 16);
  expect_doubles("v_mfma_f64_4x4x4f64", 4);
  expect_doubles("v_mfma_f64_4x4x4_4b_f64", 4);
}

}  // namespace
}  // namespace hippuzzle::amd
