// MatrixCore emulated by a warp of the CPU platform. A part of matrix_core.hpp.
#pragma once

#include <hip/hip_runtime.h>

#include <hippuzzle/bfloat16.hpp>
#include <hippuzzle/matrix/matrix_core_of_warps.hpp>
#include <hippuzzle/matrix/operand_exchange.hpp>

namespace hippuzzle {

namespace native {

// A warp reads its operands together; each lane computes its own sums, from the rows and columns
// that these need.
inline float matrix_value(Bf16 value) { return to_float(value); }
inline float matrix_value(float value) { return truncate_to_tf32(value); }

template <class T, unsigned TileK>
struct EmulatedMatrixCore : MatrixShape<T> {
  using typename MatrixShape<T>::Sums;
  using MatrixShape<T>::row, MatrixShape<T>::column, MatrixShape<T>::size;
  using MatrixShape<T>::rows, MatrixShape<T>::columns;
  static constexpr unsigned tile_k = TileK;
  struct Left {
    float values[2][TileK];  // rows lane / 4 and lane / 4 + 8
  };
  struct Right {
    float values[4][TileK];  // two columns of either half
  };

  // In requests of 8 rows x 4 k, which lie in banks of their own where rows are swizzled.
  template <class Box>
  static Left left(const Box& a, unsigned first, unsigned first_k, unsigned lane, unsigned i = 0) {
    first += i * rows;
    const float* const all =
        operand_exchange<32, rows * TileK>().gather(lane, 32, [&](unsigned e, float* values) {
          const unsigned row = e / (8 * TileK) * 8 + e % 8, k = e / 8 % TileK;
          keep(values + row * TileK + k, matrix_value(a(first + row, first_k + k)));
        });
    Left r;
    for (unsigned half = 0; half < 2; ++half) copy_line(r.values[half], all, row(lane, half * 2));
    return r;
  }
  // In requests of one k, by half of the warp.
  template <class Box>
  static Right right(const Box& b, unsigned first_k, unsigned first, unsigned lane,
                     unsigned j = 0) {
    first += j * columns;
    const float* const all = operand_exchange<32, columns * TileK>().gather(
        lane, columns, [&](unsigned e, float* values) {
          const unsigned column = e % columns, k = e / columns;
          keep(values + column * TileK + k, matrix_value(b(first_k + k, first + column)));
        });
    Right r;
    for (unsigned of = 0; of < 4; ++of)
      copy_line(r.values[of], all, column(lane, of / 2 * 4 + of % 2));
    return r;
  }
  // Touches nobody else's memory, so there is nothing to check.
  HIP_CPU_UNCHECKED static void multiply_add(Sums& sums, const Left& a, const Right& b) {
    if (hip_cpu::linear_thread_index() % 32 == 0)
      hip_cpu_multiply_matrices(rows / 16 * (columns / 8) * (TileK / 8));
    for (int i = 0; i < size; ++i) {
      const float* row_values = a.values[i % 4 / 2];
      const float* column_values = b.values[i / 4 * 2 + i % 2];
      for (unsigned k = 0; k < tile_k; ++k) sums.values[i] += row_values[k] * column_values[k];
    }
  }

 private:
  HIP_CPU_UNCHECKED static void copy_line(float* to, const float* all, unsigned line) {
    for (unsigned k = 0; k < TileK; ++k) to[k] = all[line * TileK + k];
  }
};

}  // namespace native

template <>
struct MatrixCore<Bf16> : native::EmulatedMatrixCore<Bf16, 16> {};
template <>
struct MatrixCore<float> : native::EmulatedMatrixCore<float, 8> {};

}  // namespace hippuzzle
