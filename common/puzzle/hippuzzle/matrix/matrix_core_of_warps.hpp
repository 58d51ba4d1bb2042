// The shape of MatrixCore in warps of 32: NVIDIA's, and the CPU platform's. A part of
// matrix_core.hpp.
#pragma once

#include <hip/hip_runtime.h>

#include <hippuzzle/platform.hpp>

namespace hippuzzle {

template <class T>
struct MatrixCore;

// Two halves of 8 columns; of each, lane l of 32 holds rows l / 4 and l / 4 + 8, two columns each.
struct MatrixSums {
  static constexpr int size = 8;
  float values[size];
  __device__ float operator[](int i) const { return values[i]; }
};

namespace native {

// Element: the type of the operands.
template <class Element>
struct MatrixShape {
  using Sums = MatrixSums;
  static constexpr unsigned rows = 16, columns = 16, lanes = 32;
  // Eight rows of B then begin in different groups of four banks.
  static constexpr unsigned padding = HIPPUZZLE_PLATFORM_CPU ? 0 : 16 / sizeof(Element);
  static constexpr int size = Sums::size, run = 2;
  __device__ static unsigned row(unsigned lane, int i) { return lane / 4 + i % 4 / 2 * 8; }
  __device__ static unsigned column(unsigned lane, int i) {
    return i / 4 * 8 + lane % 4 * 2 + i % 2;
  }
};

}  // namespace native
}  // namespace hippuzzle
