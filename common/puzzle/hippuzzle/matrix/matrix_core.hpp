// Matrix cores at the level of a warp: rows x columns sums += rows x k times k x columns,
// under one name for mma.sync (sm_80 and later), MFMA (gfx908, gfx90a, gfx940) and the CPU
// platform, where it is emulated. For kernels that require "matrix-core".
//
//   using Core = MatrixCore<Bf16>;                            // 16 x 16 x 16, AMD's 16 x 64 x 32
//   SharedBox<Bf16, 128, 64> a;                               // swizzled: rows of 128 bytes
//   SharedBox<Bf16, 64, 128 + Core::padding, false> b;        // row by row
//   typename Core::Sums sums = {};                            // Core::size floats a lane
//   Core::multiply_add(sums, Core::left(a, row, k, lane), Core::right(b, k, column, lane));
//   … or left(a, row, k, lane, i), right(b, k, column, lane, j): the i-th fragment from row
//   on, the j-th from column on
//   … sums[i] is the element (Core::row(lane, i), Core::column(lane, i)); from each multiple of
//   Core::run on so many of them are neighbours in a row
//
// Operands lie in shared memory and are read without bank conflicts from rows, k and columns that
// are multiples of Core's (rows, tile_k, columns); on NVIDIA B may also be swizzled in rows of 128
// bytes. Bf16 multiplies exactly; float is cut to TF32 where the cores have no more (NVIDIA, the
// CPU platform) and is not on AMD. Sums are FP32.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdint>
#include <hippuzzle/architecture.hpp>
#include <hippuzzle/bfloat16.hpp>
#include <hippuzzle/matrix/shared_box.hpp>
#include <hippuzzle/portable.hpp>
#include <type_traits>

#if HIPPUZZLE_PLATFORM_CPU
#include <hippuzzle/matrix/operand_exchange.hpp>
#endif

namespace hippuzzle {

template <class T>
struct MatrixCore;

#if HIPPUZZLE_PLATFORM_AMD

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

#else

// Two halves of 8 columns; of each, lane l of 32 holds rows l / 4 and l / 4 + 8, two columns each.
struct MatrixSums {
  static constexpr int size = 8;
  float values[size];
  __device__ float operator[](int i) const { return values[i]; }
};

namespace native {

// Element is that of the operands.
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

#if HIPPUZZLE_PLATFORM_CPU

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

#else

struct MatrixOperand {
  std::uint32_t values[4];
};

// The address of the element (row + rows_on, column + columns_on), where the steps are such that
// rows are swizzled alike. What (row, column) contributes is the lane's and the same in all stages;
// the compiler is kept from mixing it with the steps, so that it stays in a register, and a read is
// one instruction with the steps in its offset.
template <class Box>
__device__ inline const void* element_of_lane(const Box& box, unsigned row, unsigned column,
                                              unsigned rows_on, unsigned columns_on) {
  auto place = static_cast<unsigned>((&box(row, column) - &box(0, 0)) * sizeof(box(0, 0)));
  asm("" : "+r"(place));
  return reinterpret_cast<const char*>(&box(rows_on, columns_on)) + place;
}

// Four 8 x 16-byte matrices from shared memory; lane l names row l of them. Transposed, two-byte
// elements come by columns.
template <bool Transposed>
__device__ inline MatrixOperand load_matrices(const void* row) {
  MatrixOperand r;
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(row));
  if constexpr (Transposed)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r.values[0]), "=r"(r.values[1]), "=r"(r.values[2]), "=r"(r.values[3])
                 : "r"(address));
  else
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r.values[0]), "=r"(r.values[1]), "=r"(r.values[2]), "=r"(r.values[3])
                 : "r"(address));
  return r;
}

#endif

}  // namespace native

#if HIPPUZZLE_PLATFORM_CPU

template <>
struct MatrixCore<Bf16> : native::EmulatedMatrixCore<Bf16, 16> {};
template <>
struct MatrixCore<float> : native::EmulatedMatrixCore<float, 8> {};

#else

#define HIPPUZZLE_MMA(shape, s, a, b0, b1)                                                       \
  asm volatile("mma.sync.aligned." shape                                                         \
               " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                \
               : "+f"((s)[0]), "+f"((s)[1]), "+f"((s)[2]), "+f"((s)[3])                          \
               : "r"((a).values[0]), "r"((a).values[1]), "r"((a).values[2]), "r"((a).values[3]), \
                 "r"(b0), "r"(b1))

template <>
struct MatrixCore<Bf16> : native::MatrixShape<Bf16> {
  static constexpr unsigned tile_k = 16;
  using Left = native::MatrixOperand;
  using Right = native::MatrixOperand;

  template <class Box>
  __device__ static Left left(const Box& a, unsigned row, unsigned first_k, unsigned lane,
                              unsigned i = 0) {
    return native::load_matrices<false>(
        native::element_of_lane(a, row + lane % 16, first_k + lane / 16 * 8, i * rows, 0));
  }
  template <class Box>
  __device__ static Right right(const Box& b, unsigned first_k, unsigned column, unsigned lane,
                                unsigned j = 0) {
    return native::load_matrices<true>(
        native::element_of_lane(b, lane % 16, column + j * columns + lane / 16 * 8, first_k, 0));
  }
  __device__ static void multiply_add(Sums& sums, const Left& a, const Right& b) {
    HIPPUZZLE_MMA("m16n8k16.row.col.f32.bf16.bf16.f32", sums.values, a, b.values[0], b.values[1]);
    HIPPUZZLE_MMA("m16n8k16.row.col.f32.bf16.bf16.f32", sums.values + 4, a, b.values[2],
                  b.values[3]);
  }
};

// Transposed sums, from C^T = B^T A^T: of each 16 columns x 8 rows, lane l of 32 holds two
// neighbouring columns and two neighbouring rows.
struct TurnedMatrixSums {
  static constexpr int size = 16;
  float values[size];
  __device__ float operator[](int i) const { return values[i / 4 * 4 + i % 2 * 2 + i % 4 / 2]; }
};

// The left operand of the instruction is B's: it wants two columns of one k in neighbouring
// registers, and which columns these are does not matter if the sums agree. So a lane reads two
// neighbours of a row of B at once; as the right operand it would want two k of a column.
template <>
struct MatrixCore<float> : native::MatrixShape<float> {
  using Sums = TurnedMatrixSums;
  static constexpr unsigned tile_k = 8, columns = 32;
  static constexpr int size = Sums::size;
  using Left = native::MatrixOperand;
  struct Right {
    native::MatrixOperand halves[2];
  };

  __device__ static unsigned row(unsigned lane, int i) {
    return i / 4 % 2 * 8 + lane % 4 * 2 + i % 4 / 2;
  }
  __device__ static unsigned column(unsigned lane, int i) { return pair(lane, i / 8) + i % 2; }

  template <class Box>
  __device__ static Left left(const Box& a, unsigned row, unsigned first_k, unsigned lane,
                              unsigned i = 0) {
    return native::load_matrices<false>(native::element_of_lane(
        a, row + lane / 16 * 8 + lane % 8, first_k + lane / 8 % 2 * 4, i * rows, 0));
  }
  template <class Box>
  __device__ static Right right(const Box& b, unsigned first_k, unsigned column, unsigned lane,
                                unsigned j = 0) {
    Right r;
    HIPPUZZLE_UNROLL
    for (unsigned half = 0; half < 2; ++half) {
      HIPPUZZLE_UNROLL
      for (unsigned i = 0; i < 2; ++i) {
        const uint2 two = *static_cast<const uint2*>(native::element_of_lane(
            b, lane % 4 + i * 4, column + pair(lane, half), first_k, j * columns));
        r.halves[half].values[i * 2] = two.x, r.halves[half].values[i * 2 + 1] = two.y;
      }
    }
    return r;
  }
  __device__ static void multiply_add(Sums& sums, const Left& a, const Right& b) {
    HIPPUZZLE_UNROLL
    for (unsigned half = 0; half < 2; ++half) {
      HIPPUZZLE_MMA("m16n8k8.row.col.f32.tf32.tf32.f32", sums.values + half * 8, b.halves[half],
                    a.values[0], a.values[1]);
      HIPPUZZLE_MMA("m16n8k8.row.col.f32.tf32.tf32.f32", sums.values + half * 8 + 4, b.halves[half],
                    a.values[2], a.values[3]);
    }
  }

 private:
  // The first of a lane's two columns of a half. 16 lanes, which read together, are four k of
  // four pairs; the pairs are half of one 16 bytes and half of the 16 bytes that lie 64 beyond, so
  // that they meet all banks in swizzled rows and in padded ones.
  __device__ static unsigned pair(unsigned lane, unsigned half) {
    return half * 8 + lane / 16 * 4 + lane / 8 % 2 * 16 + lane / 4 % 2 * 2;
  }
};

#undef HIPPUZZLE_MMA

#endif
#endif

}  // namespace hippuzzle
