// Operands of 16 bits: the half of a register that op_sel names, the lower one where it names none.
// The generation decides the contents of the result's other half: gfx10 and later keep it; gfx9
// keeps it in few instructions and otherwise makes it zeros. Source: LLVM's
// GCNSubtarget::zeroesHigh16BitsOfDest; AMD Instinct MI200 ISA, 12.7 to 12.9.
#pragma once

#include "amd_emulator/isa/half.hpp"
#include "amd_emulator/isa/lanes.hpp"

namespace hippuzzle::amd {

// 16 bits of operand `number`, with a half's sign changed or dropped as its modifiers say. source:
// its bit of op_sel.
inline void read_words(const Wave& w, const Instruction& i, unsigned number, unsigned source,
                       unsigned first, Lanes& values) {
  const Operand& o = i.operands[number];
  Lanes room;
  const uint32_t* from = read_lanes(w, o, 0, first, room);
  const unsigned shift = (i.selection.op_sel >> source & 1) != 0 ? 16 : 0;
  const uint32_t keep = (o.modifiers & Operand::absolute) != 0 ? 0x7fff : 0xffff;
  const uint32_t flip = (o.modifiers & Operand::negate) != 0 ? 0x8000 : 0;
  for (unsigned l = 0; l < half; ++l) values[l] = (from[l] >> shift & keep) ^ flip;
}

// To the lower or the upper half of a register, whose other half stays.
inline void write_half(Wave& w, const Operand& o, bool upper, unsigned first, uint32_t on,
                       Lanes& values) {
  const uint32_t* before = w.rows[o.index].lane + first;
  for (unsigned l = 0; l < half; ++l) {
    values[l] = upper ? values[l] << 16 | (before[l] & 0xffff)
                      : (values[l] & 0xffff) | (before[l] & 0xffff0000);
  }
  write_lanes(w, o, 0, first, on, values);
}

enum class OtherHalf { as_generation, kept };

inline void write_words(Wave& w, const Instruction& i, unsigned sources, OtherHalf other,
                        unsigned first, uint32_t on, Lanes& values) {
  const bool upper = (i.selection.op_sel >> sources & 1) != 0;
  if (upper || other == OtherHalf::kept || w.generation != Generation::gfx9)
    return write_half(w, i.operands[0], upper, first, on, values);
  for (uint32_t& value : values) value &= 0xffff;
  write_lanes(w, i.operands[0], 0, first, on, values);
}

// A half as OMOD and clamp finish it.
inline uint32_t finished_half(const Instruction& i, double x) {
  const uint16_t rounded = to_half(x);
  if (i.scale == 0 && !i.has(Instruction::clamps)) return rounded;
  return to_half(static_cast<double>(finished(i, from_half(rounded))));
}

// Writes each lane's result(bits...); the bits are the sources', 16 each. third: the operand that
// the third source is, the destination itself (0) or one of its own (3).
template <unsigned sources, OtherHalf other = OtherHalf::as_generation, unsigned third = 3,
          class Result>
void for_words(Wave& w, const Instruction& i, const Result& result) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes a, b, c, results;
    read_words(w, i, 1, 0, first, a);
    if constexpr (sources > 1) read_words(w, i, 2, 1, first, b);
    if constexpr (sources > 2) read_words(w, i, third, 2, first, c);
    for (unsigned l = 0; l < half; ++l) {
      if constexpr (sources == 1) results[l] = result(a[l]);
      if constexpr (sources == 2) results[l] = result(a[l], b[l]);
      if constexpr (sources == 3) results[l] = result(a[l], b[l], c[l]);
    }
    write_words(w, i, sources, other, first, on, results);
  });
}

template <unsigned sources, auto f, OtherHalf other = OtherHalf::as_generation, unsigned third = 3>
void words(Wave& w, const Instruction& i) {
  for_words<sources, other, third>(w, i, [](auto... bits) -> uint32_t { return f(bits...); });
}

// f of the sources' values, in double precision.
template <unsigned sources, auto f, OtherHalf other = OtherHalf::as_generation, unsigned third = 3>
void halves(Wave& w, const Instruction& i) {
  const auto value = [](uint32_t bits) { return static_cast<double>(from_half(bits)); };
  for_words<sources, other, third>(
      w, i, [&](auto... bits) { return finished_half(i, f(value(bits)...)); });
}

}  // namespace hippuzzle::amd
