// References in double precision for what several puzzles compute. Written to be read, not to be
// fast.
#pragma once

#include <cmath>
#include <cstdint>

namespace hippuzzle {

// y64 = a x b for a (m x k) and b (k x n), all row-major; magnitude = |a| x |b|, the scale of the
// rounding errors that a product in working precision may make.
template <class T>
void reference_matmul(uint64_t m, uint64_t n, uint64_t k, const T* a, const T* b, double* y64,
                      double* magnitude) {
  for (uint64_t i = 0; i < m; ++i) {
    for (uint64_t j = 0; j < n; ++j) {
      double sum = 0, scale = 0;
      for (uint64_t l = 0; l < k; ++l) {
        const double term = static_cast<double>(a[i * k + l]) * static_cast<double>(b[l * n + j]);
        sum += term;
        scale += std::abs(term);
      }
      y64[i * n + j] = sum;
      magnitude[i * n + j] = scale;
    }
  }
}

}  // namespace hippuzzle
