// Half precision and bfloat16 as bits, and conversions. Denormal numbers are kept.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace hippuzzle::amd {

// Exact.
constexpr float from_half(uint32_t bits) {
  const uint32_t sign = (bits & 0x8000) << 16, exponent = bits >> 10 & 31, mantissa = bits & 0x3ff;
  if (exponent == 0) {
    const float size = static_cast<float>(mantissa) * 0x1p-24f;
    return sign != 0 ? -size : size;
  }
  return std::bit_cast<float>(sign | (exponent == 31 ? 0xff : exponent + 112) << 23 |
                              mantissa << 13);
}

// To the nearest, ties to even. A sum, product, quotient, root or fused product and sum of halves,
// rounded to double before, equals the result of a single rounding: a double has more than twice
// the bits of a half.
inline uint16_t to_half(double x) {
  const auto bits = std::bit_cast<uint64_t>(x);
  const auto sign = static_cast<uint16_t>(bits >> 48 & 0x8000);
  const double size = std::bit_cast<double>(bits & ~(uint64_t{1} << 63));
  const auto with_sign = [&](uint64_t half) { return static_cast<uint16_t>(sign | half); };
  if (x != x) return with_sign(0x7e00 | (bits >> 42 & 0x3ff));
  if (size >= 65520) return with_sign(0x7c00);
  if (size < 0x1p-14) return with_sign(static_cast<uint64_t>(std::nearbyint(size * 0x1p24)));
  constexpr uint64_t unit = uint64_t{1} << 42;
  uint64_t rest = (bits & ~(uint64_t{1} << 63)) - (uint64_t{1023 - 15} << 52);
  rest += unit / 2 - 1 + (rest / unit & 1);
  return with_sign(rest / unit);
}

// Towards zero: a value too great for a half becomes the greatest half.
inline uint16_t to_half_towards_zero(float x) {
  const uint16_t nearest = to_half(static_cast<double>(x));
  const bool is_number = x == x && !std::isinf(x);
  return is_number && std::fabs(from_half(nearest)) > std::fabs(x)
             ? static_cast<uint16_t>(nearest - 1)
             : nearest;
}

constexpr float from_bfloat16(uint32_t bits) { return std::bit_cast<float>(bits << 16); }

inline uint16_t to_bfloat16(float x) {
  const auto bits = std::bit_cast<uint32_t>(x);
  if (x != x) return static_cast<uint16_t>(bits >> 16 | 0x40);
  return static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

}  // namespace hippuzzle::amd
