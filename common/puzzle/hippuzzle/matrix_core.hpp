// Matrix cores at the level of a warp: 16 x 16 sums += 16 x terms times terms x 16, under one name
// for mma.sync (sm_80 and later), MFMA (gfx908, gfx90a, gfx940) and the CPU platform, where it is
// emulated. For kernels that require "matrix-core".
//
//   using Core = MatrixCore<Bf16>;
//   typename Core::Sums sums = {};                            // Core::size floats a lane
//   Core::multiply_add(sums, Core::left(a, stride, lane), Core::right(b, stride, lane));
//   … sums.values[i] is the element (Core::row(lane, i), Core::column(lane, i)); from each multiple
//   of Core::run on so many of them are neighbours in a row
//
// Operands lie row by row in shared memory, `stride` elements apart, rows of the left one at
// multiples of 16 bytes. Bf16 multiplies exactly; float is cut to TF32 where the cores have no
// more (NVIDIA, the CPU platform) and is not on AMD. Sums are FP32.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdint>
#include <hippuzzle/architecture.hpp>
#include <hippuzzle/bfloat16.hpp>
#include <hippuzzle/portable.hpp>
#include <type_traits>

namespace hippuzzle {

template <class T>
struct MatrixCore;

#if HIPPUZZLE_PLATFORM_AMD

// Lane l of 64 holds column l % 16 and rows 4 (l / 16) … of the sums.
struct MatrixSums {
  typedef float Native __attribute__((ext_vector_type(4)));
  static constexpr int size = 4;
  Native values;
};

namespace native {
struct MatrixShape {
  using Sums = MatrixSums;
  static constexpr unsigned rows = 16, columns = 16, lanes = 64;
  static constexpr int size = Sums::size, run = 1;
  __device__ static unsigned row(unsigned lane, int i) { return lane / 16 * 4 + i; }
  __device__ static unsigned column(unsigned lane, int) { return lane % 16; }
};
}  // namespace native

template <>
struct MatrixCore<Bf16> : native::MatrixShape {
  static constexpr unsigned terms = 16;
  typedef short Native __attribute__((ext_vector_type(4)));

  // Terms 4 (l / 16) … of row or column l % 16.
  __device__ static Native left(const Bf16* a, unsigned stride, unsigned lane) {
    Native v;
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < 4; ++i) v[i] = a[lane % 16 * stride + lane / 16 * 4 + i].bits;
    return v;
  }
  __device__ static Native right(const Bf16* b, unsigned stride, unsigned lane) {
    Native v;
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < 4; ++i) v[i] = b[(lane / 16 * 4 + i) * stride + lane % 16].bits;
    return v;
  }
  __device__ static void multiply_add(Sums& sums, Native left, Native right) {
#if defined(__gfx908__)
    typedef short Half __attribute__((ext_vector_type(2)));
    // The older instruction takes two terms a lane; any pairing of terms will do.
    sums.values = __builtin_amdgcn_mfma_f32_16x16x8bf16(
        Half{left[0], left[1]}, Half{right[0], right[1]}, sums.values, 0, 0, 0);
    sums.values = __builtin_amdgcn_mfma_f32_16x16x8bf16(
        Half{left[2], left[3]}, Half{right[2], right[3]}, sums.values, 0, 0, 0);
#elif HIPPUZZLE_HAS_MATRIX_CORE
    sums.values = __builtin_amdgcn_mfma_f32_16x16x16bf16_1k(left, right, sums.values, 0, 0, 0);
#else
    (void)sums, (void)left, (void)right;
#endif
  }
};

template <>
struct MatrixCore<float> : native::MatrixShape {
  static constexpr unsigned terms = 8;
  struct Native {
    float values[2];
  };

  // Terms l / 16 and l / 16 + 4 of row or column l % 16.
  __device__ static Native left(const float* a, unsigned stride, unsigned lane) {
    const float* row = a + lane % 16 * stride + lane / 16;
    return {{row[0], row[4]}};
  }
  __device__ static Native right(const float* b, unsigned stride, unsigned lane) {
    const float* column = b + lane / 16 * stride + lane % 16;
    return {{column[0], column[4 * stride]}};
  }
  __device__ static void multiply_add(Sums& sums, Native left, Native right) {
#if HIPPUZZLE_HAS_MATRIX_CORE
    HIPPUZZLE_UNROLL
    for (int i = 0; i < 2; ++i) {
      sums.values = __builtin_amdgcn_mfma_f32_16x16x4f32(left.values[i], right.values[i],
                                                         sums.values, 0, 0, 0);
    }
#else
    (void)sums, (void)left, (void)right;
#endif
  }
};

#else

// Two halves of 8 columns; of each, lane l of 32 holds rows l / 4 and l / 4 + 8, two columns each.
struct MatrixSums {
  static constexpr int size = 8;
  float values[size];
};

namespace native {

struct MatrixShape {
  using Sums = MatrixSums;
  static constexpr unsigned rows = 16, columns = 16, lanes = 32;
  static constexpr int size = Sums::size, run = 2;
  __device__ static unsigned row(unsigned lane, int i) { return lane / 4 + i % 4 / 2 * 8; }
  __device__ static unsigned column(unsigned lane, int i) {
    return i / 4 * 8 + lane % 4 * 2 + i % 2;
  }
};

#if HIPPUZZLE_PLATFORM_CPU

// Each lane computes its own sums, from the rows and columns that these need.
inline float matrix_value(Bf16 value) { return to_float(value); }
inline float matrix_value(float value) { return truncate_to_tf32(value); }

template <class T, unsigned Terms>
struct EmulatedMatrixCore : MatrixShape {
  static constexpr unsigned terms = Terms;
  struct Left {
    float values[2][Terms];  // rows lane / 4 and lane / 4 + 8
  };
  struct Right {
    float values[4][Terms];  // two columns of either half
  };

  static Left left(const T* a, unsigned stride, unsigned lane) {
    Left r;
    for (unsigned i = 0; i < 2; ++i) {
      for (unsigned k = 0; k < terms; ++k)
        r.values[i][k] = matrix_value(a[row(lane, i * 2) * stride + k]);
    }
    return r;
  }
  static Right right(const T* b, unsigned stride, unsigned lane) {
    Right r;
    for (unsigned j = 0; j < 4; ++j) {
      for (unsigned k = 0; k < terms; ++k)
        r.values[j][k] = matrix_value(b[k * stride + column(lane, j / 2 * 4 + j % 2)]);
    }
    return r;
  }
  // Touches nobody else's memory, so there is nothing to check.
  HIP_CPU_UNCHECKED static void multiply_add(Sums& sums, const Left& a, const Right& b) {
    for (int i = 0; i < size; ++i) {
      const float* row_values = a.values[i % 4 / 2];
      const float* column_values = b.values[i / 4 * 2 + i % 2];
      for (unsigned k = 0; k < terms; ++k) sums.values[i] += row_values[k] * column_values[k];
    }
  }
};

#else

struct MatrixOperand {
  std::uint32_t values[4];
};

// Four 8 x 16-byte matrices from shared memory; lane l names row l of them. Turned, two-byte
// elements come by columns.
template <bool Turned>
__device__ inline MatrixOperand load_matrices(const void* row) {
  MatrixOperand r;
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(row));
  if constexpr (Turned)
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
struct MatrixCore<Bf16> : native::MatrixShape {
  static constexpr unsigned terms = 16;
  using Operand = native::MatrixOperand;

  __device__ static Operand left(const Bf16* a, unsigned stride, unsigned lane) {
    return native::load_matrices<false>(a + lane % 16 * stride + lane / 16 * 8);
  }
  __device__ static Operand right(const Bf16* b, unsigned stride, unsigned lane) {
    return native::load_matrices<true>(b + lane % 16 * stride + lane / 16 * 8);
  }
  __device__ static void multiply_add(Sums& sums, const Operand& a, const Operand& b) {
    HIPPUZZLE_MMA("m16n8k16.row.col.f32.bf16.bf16.f32", sums.values, a, b.values[0], b.values[1]);
    HIPPUZZLE_MMA("m16n8k16.row.col.f32.bf16.bf16.f32", sums.values + 4, a, b.values[2],
                  b.values[3]);
  }
};

template <>
struct MatrixCore<float> : native::MatrixShape {
  static constexpr unsigned terms = 8;
  using Operand = native::MatrixOperand;

  __device__ static Operand left(const float* a, unsigned stride, unsigned lane) {
    return native::load_matrices<false>(a + lane % 16 * stride + lane / 16 * 4);
  }
  __device__ static Operand right(const float* b, unsigned stride, unsigned lane) {
    Operand r;
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < 4; ++i) {
      r.values[i] = __float_as_uint(b[(lane % 4 + i % 2 * 4) * stride + lane / 4 + i / 2 * 8]);
    }
    return r;
  }
  __device__ static void multiply_add(Sums& sums, const Operand& a, const Operand& b) {
    HIPPUZZLE_MMA("m16n8k8.row.col.f32.tf32.tf32.f32", sums.values, a, b.values[0], b.values[1]);
    HIPPUZZLE_MMA("m16n8k8.row.col.f32.tf32.tf32.f32", sums.values + 4, a, b.values[2],
                  b.values[3]);
  }
};

#undef HIPPUZZLE_MMA

#endif
#endif

}  // namespace hippuzzle
