// Bf16: the upper half of a float, as matrix cores take it. One type on all platforms and in host
// code; it is stored and converted, not computed with.
#pragma once

#include <cstdint>
#include <cstring>
#include <hippuzzle/portable.hpp>

namespace hippuzzle {

struct Bf16 {
  std::uint16_t bits;
};

HIPPUZZLE_HD inline float to_float(Bf16 value) {
  const std::uint32_t bits = std::uint32_t{value.bits} << 16;
  float result;
  memcpy(&result, &bits, sizeof result);
  return result;
}

// Rounds to nearest, ties to even. NaN stays NaN.
HIPPUZZLE_HD inline Bf16 to_bf16(float value) {
  std::uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  if ((bits & 0x7fffffffu) > 0x7f800000u) {
    return {static_cast<std::uint16_t>(bits >> 16 | 0x40u)};
  }
  return {static_cast<std::uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16)};
}

// A float whose mantissa has the 10 bits that a TF32 operand keeps: to nearest, ties away from
// zero, as cvt.rna.tf32 does.
HIPPUZZLE_HD inline float round_to_tf32(float value) {
  std::uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  if ((bits & 0x7f800000u) != 0x7f800000u) bits = (bits + 0x1000u) & 0xffffe000u;
  memcpy(&value, &bits, sizeof value);
  return value;
}

// A float cut to TF32, as hardware does that ignores the bits below TF32's mantissa.
HIPPUZZLE_HD inline float truncate_to_tf32(float value) {
  std::uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  bits &= 0xffffe000u;
  memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace hippuzzle
