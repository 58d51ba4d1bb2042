// The formats that matrix instructions (MFMA, SMFMAC) multiply: of each its number, how many of it
// a register holds, and what they are added in. Source: AMD Instinct MI200 ISA, 7.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "amd_emulator/isa/half.hpp"
#include "amd_emulator/isa/lanes.hpp"

namespace hippuzzle::amd {

struct Single {
  using Value = float;
  static constexpr unsigned in_register = 1;
  static float at(uint32_t bits, unsigned) { return as_float(bits); }
};
// XF32: single precision with 10 significant bits after the point; the matrix cores of gfx942 drop
// the others (measured there by Microsoft's MMA-Sim).
struct ReducedSingle {
  using Value = float;
  static constexpr unsigned in_register = 1;
  static float at(uint32_t bits, unsigned) { return as_float(bits & ~0x1fffu); }
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

inline float product_and_sum(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline uint32_t product_and_sum(uint32_t a, uint32_t b, uint32_t c) { return a * b + c; }

// Term k among the terms that a lane holds from register `first` on.
template <class Term>
typename Term::Value term_of(const Wave& w, unsigned first, unsigned lane, unsigned k) {
  return Term::at(w.rows[first + k / Term::in_register].lane[lane], k % Term::in_register);
}

// Modifiers for which no document says what a GPU does.
[[noreturn]] inline void refuse_modifiers(const Instruction& i) {
  throw Fault(Fault::Kind::not_emulated,
              fmt::format("the matrix instruction at {} has cbsz:{} abid:{} blgp:{}, and a "
                          "GPU's behaviour with these together is not documented",
                          place(i), i.selection.broadcast, i.selection.broadcast_from,
                          i.selection.lane_pattern));
}

}  // namespace hippuzzle::amd
