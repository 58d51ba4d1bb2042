// NaN and signed zeros in AMD's floating-point instructions, for both widths. Source: AMD Instinct
// MI200 ISA, 12.7 (v_min_f32, v_max_f32), in IEEE mode.
#pragma once

#include <cmath>
#include <limits>

namespace hippuzzle::amd {

// A number rather than NaN; +0 is greater than -0. A signalling NaN was made quiet before.
template <class T>
constexpr T larger(T a, T b) {
  if (a != a) return b;
  if (b != b) return a;
  return a > b || (a == b && !std::signbit(a)) ? a : b;
}

template <class T>
constexpr T smaller(T a, T b) {
  if (a != a) return b;
  if (b != b) return a;
  return a < b || (a == b && std::signbit(a)) ? a : b;
}

template <class T>
T fraction(T x) {  // less than 1 also for small negative numbers
  const T below_one = std::nextafter(T{1}, T{0});
  const T result = x - std::floor(x);
  return result > below_one ? below_one : result;
}

// The mantissa in [0.5, 1); NaN and infinities as they are.
template <class T>
T mantissa(T x) {
  int exponent = 0;
  return std::isfinite(x) ? std::frexp(x, &exponent) : x;
}

template <class T>
int exponent_of(T x) {
  int exponent = 0;
  if (std::isfinite(x)) std::frexp(x, &exponent);
  return exponent;
}

// To an integer towards zero; a value out of range becomes the nearest in range, NaN 0.
template <class Integer, class T>
constexpr Integer to_integer(T x) {
  constexpr double lowest = static_cast<double>(std::numeric_limits<Integer>::min());
  constexpr double highest = static_cast<double>(std::numeric_limits<Integer>::max());
  const double value = static_cast<double>(x);
  if (value != value) return 0;
  if (value <= lowest) return std::numeric_limits<Integer>::min();
  if (value >= highest) return std::numeric_limits<Integer>::max();
  return static_cast<Integer>(value);
}

}  // namespace hippuzzle::amd
