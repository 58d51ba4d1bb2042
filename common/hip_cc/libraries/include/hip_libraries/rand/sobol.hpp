// Sobol's sequence, in Gray code's order, with the direction numbers of Joe and Kuo (SIAM Journal
// on Scientific Computing 30, 2008) for the first dimensions.
#pragma once

#include <cstdint>

namespace hip_libraries {

class Sobol {
 public:
  static constexpr unsigned dimensions = 10;

  Sobol() = default;
  // dimension: from 0 on.
  Sobol(unsigned dimension, unsigned long long offset) {
    const Polynomial& of = polynomials[dimension];
    for (unsigned i = 0; i < 32; ++i) {
      if (dimension == 0 || i < of.degree) {
        const std::uint32_t m = dimension == 0 ? 1 : of.first[i];
        directions_[i] = m << (31 - i);
        continue;
      }
      std::uint32_t v = directions_[i - of.degree];
      v ^= v >> of.degree;
      for (unsigned k = 1; k < of.degree; ++k) {
        if (of.coefficients >> (of.degree - 1 - k) & 1) v ^= directions_[i - k];
      }
      directions_[i] = v;
    }
    skip(offset);
  }

  std::uint32_t next() {
    const std::uint32_t result = value_;
    skip(1);
    return result;
  }
  void skip(unsigned long long count) {
    index_ += static_cast<std::uint32_t>(count);
    const std::uint32_t gray = index_ ^ (index_ >> 1);
    value_ = 0;
    for (unsigned bit = 0; bit < 32; ++bit) {
      if (gray >> bit & 1) value_ ^= directions_[bit];
    }
  }
  void skip_subsequences(unsigned long long) {}

 private:
  struct Polynomial {
    unsigned degree, coefficients;
    std::uint32_t first[5];
  };
  static constexpr Polynomial polynomials[dimensions] = {{0, 0, {}},
                                                         {1, 0, {1}},
                                                         {2, 1, {1, 3}},
                                                         {3, 1, {1, 3, 1}},
                                                         {3, 2, {1, 1, 1}},
                                                         {4, 1, {1, 1, 3, 3}},
                                                         {4, 4, {1, 3, 5, 13}},
                                                         {5, 2, {1, 1, 5, 5, 17}},
                                                         {5, 4, {1, 1, 5, 5, 5}},
                                                         {5, 7, {1, 1, 7, 11, 19}}};

  std::uint32_t directions_[32];
  std::uint32_t index_ = 0, value_ = 0;
};

}  // namespace hip_libraries
