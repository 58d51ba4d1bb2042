// What differs among platforms in the kernels that measure ceilings. One matrix instruction with
// constant operands, as its rate is measured: D += A x B for a warp, A of equal elements, B of
// ones. NVIDIA, sm_80 and later (mma.sync); elsewhere the types exist but do nothing, and a variant
// that uses them requires what those devices lack.
#pragma once

#include <hip/hip_runtime.h>

#include <hippuzzle/architecture.hpp>

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
#else
struct MatrixTf32 {
  __device__ explicit MatrixTf32(float) {}
  __device__ void multiply_add(float (&)[4]) const {}
};
using MatrixBf16 = MatrixTf32;
#endif

}  // namespace hippuzzle
