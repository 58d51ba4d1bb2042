// References in double precision for computations of several puzzles. Written to be read.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace hippuzzle {

// Rows of y64 = a x b and of magnitude = |a| x |b|, in `width` columns from j on. All rows meet
// the same columns of b, which are converted once.
template <uint64_t width, class T>
void reference_columns(uint64_t m, uint64_t n, uint64_t k, const T* a, const T* b, uint64_t j,
                       double* y64, double* magnitude) {
  std::vector<double> right(k * width);
  for (uint64_t l = 0; l < k; ++l) {
    for (uint64_t c = 0; c < width; ++c) {
      right[l * width + c] = static_cast<double>(b[l * n + j + c]);
    }
  }
  for (uint64_t i = 0; i < m; ++i) {
    double sums[width] = {}, scales[width] = {};
    for (uint64_t l = 0; l < k; ++l) {
      const auto left = static_cast<double>(a[i * k + l]);
      for (uint64_t c = 0; c < width; ++c) {
        const double term = left * right[l * width + c];
        sums[c] += term;
        scales[c] += std::abs(term);
      }
    }
    std::copy_n(sums, width, y64 + i * n + j);
    std::copy_n(scales, width, magnitude + i * n + j);
  }
}

// y64 = a x b for a (m x k) and b (k x n), all row-major; magnitude = |a| x |b|, the scale of the
// rounding errors that a product in working precision may make. Each element is summed from its
// first term to its last; a compiler can compute adjacent columns at once.
template <class T>
void reference_matmul(uint64_t m, uint64_t n, uint64_t k, const T* a, const T* b, double* y64,
                      double* magnitude) {
  constexpr uint64_t width = 8;
  uint64_t j = 0;
  for (; j + width <= n; j += width) reference_columns<width>(m, n, k, a, b, j, y64, magnitude);
  for (; j < n; ++j) reference_columns<1>(m, n, k, a, b, j, y64, magnitude);
}

}  // namespace hippuzzle
