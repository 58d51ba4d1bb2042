// The platform differences of the kernels that measure ceilings. One matrix instruction with
// constant operands, as its rate is measured: D += A x B for a warp, A of equal elements, B of
// ones. Each lane holds four elements of D, to which an instruction adds `depth` products each.
// NVIDIA's mma.sync (sm_80 and later), AMD's MFMA (gfx908, gfx90a, gfx940). Elsewhere it does
// nothing, and nobody measures it: a variant that uses it requires "matrix-core", and the CPU
// platform, which only emulates that, is not asked for a rate.
#pragma once

#include <hip/hip_runtime.h>

#include <hippuzzle/architecture.hpp>
#include <hippuzzle/matrix/matrix_core.hpp>
#include <hippuzzle/portable.hpp>
#include <type_traits>

#include "ceilings.hpp"

namespace hippuzzle {

// Read through the cache that all multiprocessors share, not the one of their own.
__device__ inline float4 load_past_l1(const float4* from) {
#if HIPPUZZLE_PLATFORM_NVIDIA
  return __ldcg(from);
#else
  return *from;
#endif
}

#if HIPPUZZLE_PLATFORM_NVIDIA && HIPPUZZLE_HAS_MATRIX_CORE
// m16n8k8. The upper 19 bits of an FP32 number are its TF32 form.
class MatrixTf32 {
 public:
  using Results = float[4];
  __device__ explicit MatrixTf32(float a) : a_(__float_as_uint(a)), b_(__float_as_uint(1.0f)) {}

  __device__ void multiply_add(float (&d)[4]) const {
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
        "{%0, %1, %2, %3}, {%4, %4, %4, %4}, {%5, %5}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a_), "r"(b_));
  }

 private:
  unsigned a_, b_;
};

// m16n8k16, two elements a register. The upper half of an FP32 number is its BF16 form.
class MatrixBf16 {
 public:
  using Results = float[4];
  __device__ explicit MatrixBf16(float a) : a_(pair(a)), b_(pair(1.0f)) {}

  __device__ void multiply_add(float (&d)[4]) const {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
        "{%0, %1, %2, %3}, {%4, %4, %4, %4}, {%5, %5}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a_), "r"(b_));
  }

 private:
  __device__ static unsigned pair(float value) {
    const unsigned upper = __float_as_uint(value) >> 16;
    return upper << 16 | upper;
  }
  unsigned a_, b_;
};
#elif HIPPUZZLE_PLATFORM_AMD && HIPPUZZLE_HAS_MATRIX_CORE
// Issues as many MFMA as give each sum its products.
template <class T, unsigned depth>
class MatrixRate {
 public:
  using Mfma = native::Mfma<T>;
  using Results = typename Mfma::Sums;
  __device__ explicit MatrixRate(float a) : a_(operand(a)), b_(operand(1)) {}

  __device__ void multiply_add(Results& d) const {
    HIPPUZZLE_UNROLL
    for (unsigned k = 0; k < depth; k += 4 * Mfma::width) Mfma::add(d, a_, b_);
  }

 private:
  // The upper half of an FP32 number is its BF16 form.
  __device__ static typename Mfma::Operand operand(float value) {
    if constexpr (std::is_same_v<T, Bf16>)
      return static_cast<short>(__float_as_uint(value) >> 16);
    else
      return value;
  }
  typename Mfma::Operand a_, b_;
};
// FP32 stands for TF32 there.
using MatrixTf32 = MatrixRate<float, tf32_depth>;
using MatrixBf16 = MatrixRate<Bf16, bf16_depth>;
#else
struct MatrixTf32 {
  using Results = float[4];
  __device__ explicit MatrixTf32(float) {}
  __device__ void multiply_add(Results&) const {}
};
using MatrixBf16 = MatrixTf32;
#endif

}  // namespace hippuzzle
