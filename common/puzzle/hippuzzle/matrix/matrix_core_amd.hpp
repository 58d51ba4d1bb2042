// MatrixCore by MFMA, AMD's instructions. A part of matrix_core.hpp.
#pragma once

#include <hip/hip_runtime.h>

#include <hippuzzle/architecture.hpp>
#include <hippuzzle/bfloat16.hpp>
#include <hippuzzle/portable.hpp>

namespace hippuzzle {

template <class T>
struct MatrixCore;

namespace native {
// A vector that the compiler knows, and loads at once.
template <class T, int N>
using MatrixVector __attribute__((may_alias)) = T __attribute__((ext_vector_type(N)));

// One MFMA: 16 x 16 sums, four of a lane. Each lane gives `width` k of a row of A and of a
// column of B, so that a sum gets 4 * width products.
template <class T>
struct Mfma;

template <>
struct Mfma<Bf16> {
#if defined(__gfx908__)
  static constexpr int width = 2;
#else
  static constexpr int width = 4;
#endif
  using Operand = MatrixVector<short, width>;
  using Sums = MatrixVector<float, 4>;
  __device__ static void add(Sums& sums, Operand row, Operand column) {
#if defined(__gfx908__)
    sums = __builtin_amdgcn_mfma_f32_16x16x8bf16(row, column, sums, 0, 0, 0);
#elif HIPPUZZLE_HAS_MATRIX_CORE
    sums = __builtin_amdgcn_mfma_f32_16x16x16bf16_1k(row, column, sums, 0, 0, 0);
#else
    (void)sums, (void)row, (void)column;
#endif
  }
};

template <>
struct Mfma<float> {
  static constexpr int width = 1;
  using Operand = float;
  using Sums = MatrixVector<float, 4>;
  __device__ static void add(Sums& sums, Operand row, Operand column) {
#if HIPPUZZLE_HAS_MATRIX_CORE
    sums = __builtin_amdgcn_mfma_f32_16x16x4f32(row, column, sums, 0, 0, 0);
#else
    (void)sums, (void)row, (void)column;
#endif
  }
};

}  // namespace native

// Four products of 16 x 16 side by side, the j-th of columns j, 4 + j, …, 60 + j: so lane l of 64
// holds columns 4 (l % 16) … 4 (l % 16) + 3 of rows 4 (l / 16) … of the sums, and reads four
// neighbours of B at once.
struct MatrixSums {
  static constexpr int size = 16;
  native::Mfma<Bf16>::Sums products[4];
  __device__ float operator[](int i) const { return products[i % 4][i / 4]; }
};

namespace native {

// Element is T as the instructions take it.
template <class T, class Element>
struct MatrixShape {
  static_assert(sizeof(T) == sizeof(Element));
  static constexpr unsigned piece = 16 / sizeof(T);  // k of a lane
  using Sums = MatrixSums;
  static constexpr unsigned rows = 16, columns = 64, tile_k = 4 * piece, lanes = 64;
  static constexpr unsigned padding = 0;
  static constexpr int size = Sums::size, run = 4;
  __device__ static unsigned row(unsigned lane, int i) { return lane / 16 * 4 + i / 4; }
  __device__ static unsigned column(unsigned lane, int i) { return lane % 16 * 4 + i % 4; }

  // A lane's k, from piece (l / 16) on, of row l % 16 and of columns 4 (l % 16) …. Which lanes have
  // which k does not matter to a sum, if both operands agree.
  using Left = MatrixVector<Element, piece>;
  struct Right {
    MatrixVector<Element, 4> rows_of_b[piece];
  };
  template <class Box>
  __device__ static Left left(const Box& a, unsigned row, unsigned first_k, unsigned lane,
                              unsigned i = 0) {
    return *reinterpret_cast<const Left*>(
        &a(row + i * rows + lane % 16, first_k + lane / 16 * piece));
  }
  template <class Box>
  __device__ static Right right(const Box& b, unsigned first_k, unsigned column, unsigned lane,
                                unsigned j = 0) {
    Right r;
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < piece; ++i) {
      r.rows_of_b[i] = *reinterpret_cast<const MatrixVector<Element, 4>*>(
          &b(first_k + lane / 16 * piece + i, column + j * columns + lane % 16 * 4));
    }
    return r;
  }
};

}  // namespace native

template <>
struct MatrixCore<Bf16> : native::MatrixShape<Bf16, short> {
  using Mfma = native::Mfma<Bf16>;

  __device__ static void multiply_add(Sums& sums, const Left& left, const Right& right) {
    HIPPUZZLE_UNROLL
    for (int first = 0; first < int{piece}; first += Mfma::width) {
      HIPPUZZLE_UNROLL
      for (int j = 0; j < 4; ++j) {
        Mfma::Operand row, column;
        HIPPUZZLE_UNROLL
        for (int i = 0; i < Mfma::width; ++i)
          row[i] = left[first + i], column[i] = right.rows_of_b[first + i][j];
        Mfma::add(sums.products[j], row, column);
      }
    }
  }
};

template <>
struct MatrixCore<float> : native::MatrixShape<float, float> {
  __device__ static void multiply_add(Sums& sums, const Left& left, const Right& right) {
    HIPPUZZLE_UNROLL
    for (int k = 0; k < 4; ++k) {
      HIPPUZZLE_UNROLL
      for (int j = 0; j < 4; ++j)
        native::Mfma<float>::add(sums.products[j], left[k], right.rows_of_b[k][j]);
    }
  }
};

}  // namespace hippuzzle
