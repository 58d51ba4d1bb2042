// MatrixCore by mma.sync, NVIDIA's instructions. A part of matrix_core.hpp.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdint>
#include <hippuzzle/architecture.hpp>
#include <hippuzzle/bfloat16.hpp>
#include <hippuzzle/matrix/matrix_core_of_warps.hpp>
#include <hippuzzle/portable.hpp>

namespace hippuzzle {

namespace native {

struct MatrixOperand {
  std::uint32_t values[4];
};

// The address of the element (row + rows_on, column + columns_on), where the steps are such that
// rows are swizzled alike. (row, column) contributes a part that belongs to the lane and is the
// same in all stages; the compiler is kept from mixing it with the steps, so that it stays in a
// register, and a read is one instruction with the steps in its offset.
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

}  // namespace native

// A kernel that is refused on GPUs before sm_80 still compiles for them.
#if HIPPUZZLE_HAS_MATRIX_CORE
#define HIPPUZZLE_MMA(shape, s, a, b0, b1)                                                       \
  asm volatile("mma.sync.aligned." shape                                                         \
               " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                \
               : "+f"((s)[0]), "+f"((s)[1]), "+f"((s)[2]), "+f"((s)[3])                          \
               : "r"((a).values[0]), "r"((a).values[1]), "r"((a).values[2]), "r"((a).values[3]), \
                 "r"(b0), "r"(b1))
#else
#define HIPPUZZLE_MMA(shape, s, a, b0, b1) (void)(s), (void)(a), (void)(b0), (void)(b1)
#endif

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
struct TransposedMatrixSums {
  static constexpr int size = 16;
  float values[size];
  __device__ float operator[](int i) const { return values[i / 4 * 4 + i % 2 * 2 + i % 4 / 2]; }
};

// The left operand of the instruction is B's: it wants two columns of one k in neighbouring
// registers, and which columns these are does not matter if the sums agree. So a lane reads two
// neighbours of a row of B at once; as the right operand it would want two k of a column.
template <>
struct MatrixCore<float> : native::MatrixShape<float> {
  using Sums = TransposedMatrixSums;
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

}  // namespace hippuzzle
