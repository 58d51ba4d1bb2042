// A row for each sparse matrix instruction (SMFMAC): the place of every element of A, its indices,
// B and D, as AMD's matrix instruction calculator prints it.
#include "tests/amd_emulator/semantics/matrix_elements.hpp"

namespace hippuzzle::amd {
namespace sparse_matrix_table_test {

// A holds two of each four terms of a row; the indices name these two.
struct SparseRow {
  const char* name;
  Term a, b;
  unsigned side, terms;  // terms: of A that a lane holds
};

unsigned index_of(unsigned lane, unsigned term) {
  static constexpr unsigned pairs[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  return pairs[(lane + term / 2) % 6][term % 2];
}

void expect_sparse(const SparseRow& m, const std::string& modifiers, unsigned first_bit) {
  OneInstruction one;
  const MatrixRow dense{m.name, m.b, m.b, m.side, 2 * m.terms, 1};
  const unsigned registers = m.side * m.side / most_lanes;
  set(one, 8, {m.name, m.a, m.a, m.side, m.terms, 1}, m.a, a_of);
  set(one, 16, dense, m.b,
      [](unsigned column, unsigned k, unsigned) { return b_of(k, column, 0); });
  for (unsigned l = 0; l < most_lanes; ++l) {
    uint32_t indices = 0;
    for (unsigned t = 0; t < m.terms; ++t) indices |= index_of(l, t) << 2 * t;
    // Others in the rest of the register.
    const uint32_t mask = (m.terms == 4 ? 0xffu : 0xffffu) << first_bit;
    one.wave.rows[6].lane[l] = (indices << first_bit & mask) | (0x1b1b1b1bu & ~mask);
  }
  for (unsigned r = 0; r < registers; ++r)
    one.fill(row::accumulators + r, m.a == Term::byte ? 3 : bits(3.0f));
  one.wave.set_pair(scalar::exec, 5);  // is ignored
  one.execute(std::string(m.name) + " a[0:" + std::to_string(registers - 1) +
              "], v[8:9], v[16:19], v6 " + modifiers);
  for (unsigned r = 0; r < registers; ++r) {
    for (unsigned l = 0; l < most_lanes; ++l) {
      const unsigned row = m.side == 16 ? 4 * (l / 16) + r : 8 * (r / 4) + 4 * (l / 32) + r % 4;
      unsigned sum = 3;
      for (unsigned group = 0; group < most_lanes / m.side; ++group) {
        for (unsigned t = 0; t < m.terms; ++t) {
          const unsigned k = group * 2 * m.terms + t / 2 * 4 + index_of(group * m.side + row, t);
          sum += a_of(row, group * m.terms + t, 0) * b_of(k, l % m.side, 0);
        }
      }
      ASSERT_EQ(one.lane(row::accumulators + r, l),
                m.a == Term::byte ? sum : bits(static_cast<float>(sum)))
          << m.name << " " << modifiers << " register " << r << " lane " << l;
    }
  }
}

TEST(MatrixTable, SparseTermsMeetTheRowsOfBThatTheirIndicesName) {
  constexpr Term half = Term::half, brain = Term::bfloat16, byte = Term::byte, fp8 = Term::fp8,
                 bf8 = Term::bf8;
  const std::vector<SparseRow> rows = {
      {"v_smfmac_f32_16x16x32_f16", half, half, 16, 4},
      {"v_smfmac_f32_32x32x16_f16", half, half, 32, 4},
      {"v_smfmac_f32_16x16x32_bf16", brain, brain, 16, 4},
      {"v_smfmac_f32_32x32x16_bf16", brain, brain, 32, 4},
      {"v_smfmac_i32_16x16x64_i8", byte, byte, 16, 8},
      {"v_smfmac_i32_32x32x32_i8", byte, byte, 32, 8},
      {"v_smfmac_f32_16x16x64_fp8_fp8", fp8, fp8, 16, 8},
      {"v_smfmac_f32_16x16x64_fp8_bf8", fp8, bf8, 16, 8},
      {"v_smfmac_f32_16x16x64_bf8_fp8", bf8, fp8, 16, 8},
      {"v_smfmac_f32_16x16x64_bf8_bf8", bf8, bf8, 16, 8},
      {"v_smfmac_f32_32x32x32_fp8_fp8", fp8, fp8, 32, 8},
      {"v_smfmac_f32_32x32x32_fp8_bf8", fp8, bf8, 32, 8},
      {"v_smfmac_f32_32x32x32_bf8_fp8", bf8, fp8, 32, 8},
      {"v_smfmac_f32_32x32x32_bf8_bf8", bf8, bf8, 32, 8},
  };
  for (const SparseRow& m : rows) {
    expect_sparse(m, "", 0);
    expect_sparse(m, "abid:1", 2 * m.terms);
    expect_sparse(m, "cbsz:1 abid:1", 0);
    if (m.terms == 4) expect_sparse(m, "abid:3", 24);
  }
}

}  // namespace sparse_matrix_table_test
}  // namespace hippuzzle::amd
