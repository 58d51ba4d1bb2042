// WMMA of gfx11: D = A * B + C of a whole wave, 16 by 16 by 16. EXEC is ignored. Lane l of the
// first 16 holds row l of A and column l of B, k after k, and the next lanes must repeat that: a
// GPU's result is unknown if they do not, so the launch then ends. Register r of D and C holds row
// r * (lanes / 16) + l / 16 in lane l, of column l modulo 16. Terms are added one after the other
// with one rounding each; hardware may add them in another order. Source: RDNA 3 ISA, wave matrix
// multiply accumulate; AMD matrix instruction calculator.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "amd_emulator/isa/half.hpp"
#include "amd_emulator/isa/lanes.hpp"

namespace hippuzzle::amd {
namespace {

constexpr unsigned side = 16;

enum class Result { single, half_precision, bfloat16 };

// Row `line` of A or column `line` of B, `bits` bits a term.
template <unsigned bits>
using Factor = std::array<std::array<uint32_t, side>, side>;  // by line and k

template <unsigned bits>
Factor<bits> factor(const Wave& w, const Instruction& i, unsigned operand) {
  constexpr unsigned in_register = 32 / bits;
  Factor<bits> all;
  for (unsigned n = 0; n < side / in_register; ++n) {
    const Row& row = w.rows[i.operands[operand].index + n];
    for (unsigned lane = 0; lane < w.lanes; ++lane) {
      if (row.lane[lane] == row.lane[lane % side]) continue;
      throw Fault(
          Fault::Kind::not_emulated,
          fmt::format("at {} a matrix instruction has a factor whose lanes from 16 on do "
                      "not repeat lanes 0 to 15, and a GPU's behaviour is then not documented",
                      place(i)));
    }
    for (unsigned line = 0; line < side; ++line) {
      for (unsigned k = 0; k < in_register; ++k)
        all[line][n * in_register + k] = row.lane[line] >> bits * k & ((1u << bits) - 1);
    }
  }
  return all;
}

// neg_lo changes the sign of a factor's even terms, neg_hi of its odd ones.
template <auto value_of>
std::array<std::array<float, side>, side> numbers(const Wave& w, const Instruction& i,
                                                  unsigned operand) {
  const Factor<16> bits = factor<16>(w, i, operand);
  std::array<std::array<float, side>, side> all;
  for (unsigned line = 0; line < side; ++line) {
    for (unsigned k = 0; k < side; ++k) {
      const unsigned negates = k % 2 == 0 ? i.selection.neg_lo : i.selection.neg_hi;
      all[line][k] = value_of(bits[line][k] ^ (negates >> (operand - 1) & 1) << 15);
    }
  }
  return all;
}

// Calls body(addend's bits, row, column) for each element and stores its result.
template <class Body>
void for_elements(Wave& w, const Instruction& i, Body body) {
  const unsigned groups = w.lanes / side;
  const Operand& c = i.operands[3];
  std::array<Row, side> result;
  for (unsigned r = 0; r < side / groups; ++r) {
    for (unsigned lane = 0; lane < w.lanes; ++lane) {
      const uint32_t addend = c.is_vector() ? w.rows[c.index + r].lane[lane] : read_scalar(w, c);
      const uint32_t before = w.rows[i.operands[0].index + r].lane[lane];
      result[r].lane[lane] = body(addend, before, r * groups + lane / side, lane % side);
    }
  }
  for (unsigned r = 0; r < side / groups; ++r)
    std::copy_n(result[r].lane, w.lanes, w.rows[i.operands[0].index + r].lane);
}

// neg_lo changes the addend's sign, neg_hi drops it before.
float with_signs(const Instruction& i, float x) {
  if ((i.selection.neg_hi >> 2 & 1) != 0) x = std::fabs(x);
  return (i.selection.neg_lo >> 2 & 1) != 0 ? -x : x;
}

// Results of 16 bits lie, as their addends do, in the half of each register that op_sel names; the
// other half stays as it is.
template <auto value_of, Result kind>
void multiply(Wave& w, const Instruction& i) {
  const auto a = numbers<value_of>(w, i, 1), b = numbers<value_of>(w, i, 2);
  const bool upper = (i.selection.op_sel >> 2 & 1) != 0;
  for_elements(w, i, [&](uint32_t addend, uint32_t before, unsigned row, unsigned column) {
    const bool is_register = i.operands[3].is_vector();
    const uint32_t word = is_register && upper ? addend >> 16 : addend & 0xffff;
    float sum = with_signs(i, kind == Result::single ? as_float(addend) : value_of(word));
    for (unsigned k = 0; k < side; ++k) sum = __builtin_fmaf(a[row][k], b[column][k], sum);
    if constexpr (kind == Result::single) return as_bits(sum);
    const uint32_t rounded =
        kind == Result::bfloat16 ? to_bfloat16(sum) : to_half(static_cast<double>(sum));
    return upper ? rounded << 16 | (before & 0xffff) : rounded | (before & 0xffff0000);
  });
}

// neg_lo says which factor is signed.
template <unsigned bits>
void multiply_integers(Wave& w, const Instruction& i) {
  const Factor<bits> a = factor<bits>(w, i, 1), b = factor<bits>(w, i, 2);
  const auto value = [&](uint32_t x, unsigned source) -> int64_t {
    const uint32_t top = x << (32 - bits);
    if ((i.selection.neg_lo >> source & 1) != 0) return static_cast<int32_t>(top) >> (32 - bits);
    return x;
  };
  for_elements(w, i, [&](uint32_t addend, uint32_t, unsigned row, unsigned column) {
    int64_t sum = static_cast<int32_t>(addend);
    for (unsigned k = 0; k < side; ++k) sum += value(a[row][k], 0) * value(b[column][k], 1);
    if (i.has(Instruction::clamps)) {
      sum = std::clamp<int64_t>(sum, std::numeric_limits<int32_t>::min(),
                                std::numeric_limits<int32_t>::max());
    }
    return static_cast<uint32_t>(sum);
  });
}

}  // namespace

void add_wave_matrix(Registry& r) {
  r.add("v_wmma_f32_16x16x16_f16", multiply<from_half, Result::single>);
  r.add("v_wmma_f32_16x16x16_bf16", multiply<from_bfloat16, Result::single>);
  r.add("v_wmma_f16_16x16x16_f16", multiply<from_half, Result::half_precision>);
  r.add("v_wmma_bf16_16x16x16_bf16", multiply<from_bfloat16, Result::bfloat16>);
  for (const char* clamp : {"", " clamp"}) {
    r.add(std::string("v_wmma_i32_16x16x16_iu8") + clamp, multiply_integers<8>);
    r.add(std::string("v_wmma_i32_16x16x16_iu4") + clamp, multiply_integers<4>);
  }
}

}  // namespace hippuzzle::amd
