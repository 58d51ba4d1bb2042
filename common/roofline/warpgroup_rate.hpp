// Matrix instructions of a warpgroup (wgmma) with constant operands, as their rate is measured: D
// += A x B, 64 x 128, for each four warps. sm_90a; elsewhere the types exist but do nothing, and a
// variant that uses them requires what those devices lack.
#pragma once

#include <hip/hip_runtime.h>

#include <hippuzzle/platform.hpp>

#include "ceilings.hpp"

namespace hippuzzle {

// Words of which A is made, and B. All of an operand is the same, so its layout does not matter.
struct ConstantOperands {
  alignas(128) unsigned a[1024];  // more than 64 x 32 bytes
  alignas(128) unsigned b[1024];  // 128 x 32 bytes
};

#if HIPPUZZLE_PLATFORM_NVIDIA && defined(__CUDA_ARCH_FEAT_SM90_ALL)
__device__ inline unsigned two_bf16(float value) {
  const unsigned upper = __float_as_uint(value) >> 16;
  return upper << 16 | upper;
}

// m64n128k8
struct Tf32Instruction {
  __device__ static unsigned word(float value) { return __float_as_uint(value); }
  __device__ static void issue(float (&d)[64], unsigned long long a, unsigned long long b) {
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32 {"
        "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
        "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
        "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, "
        "%64, %65, 1, 1, 1;"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]),
          "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]),
          "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]),
          "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]),
          "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31]), "+f"(d[32]), "+f"(d[33]), "+f"(d[34]),
          "+f"(d[35]), "+f"(d[36]), "+f"(d[37]), "+f"(d[38]), "+f"(d[39]), "+f"(d[40]), "+f"(d[41]),
          "+f"(d[42]), "+f"(d[43]), "+f"(d[44]), "+f"(d[45]), "+f"(d[46]), "+f"(d[47]), "+f"(d[48]),
          "+f"(d[49]), "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]), "+f"(d[54]), "+f"(d[55]),
          "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]), "+f"(d[60]), "+f"(d[61]), "+f"(d[62]),
          "+f"(d[63])
        : "l"(a), "l"(b));
  }
};

// m64n128k16, neither operand transposed
struct Bf16Instruction {
  __device__ static unsigned word(float value) { return two_bf16(value); }
  __device__ static void issue(float (&d)[64], unsigned long long a, unsigned long long b) {
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {"
        "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
        "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
        "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, "
        "%64, %65, 1, 1, 1, 0, 0;"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]),
          "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]),
          "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]),
          "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]),
          "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31]), "+f"(d[32]), "+f"(d[33]), "+f"(d[34]),
          "+f"(d[35]), "+f"(d[36]), "+f"(d[37]), "+f"(d[38]), "+f"(d[39]), "+f"(d[40]), "+f"(d[41]),
          "+f"(d[42]), "+f"(d[43]), "+f"(d[44]), "+f"(d[45]), "+f"(d[46]), "+f"(d[47]), "+f"(d[48]),
          "+f"(d[49]), "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]), "+f"(d[54]), "+f"(d[55]),
          "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]), "+f"(d[60]), "+f"(d[61]), "+f"(d[62]),
          "+f"(d[63])
        : "l"(a), "l"(b));
  }
};

template <class Instruction>
class Warpgroup {
 public:
  struct Operands : ConstantOperands {
    __device__ void fill(float a_value, unsigned thread, unsigned threads) {
      for (unsigned i = thread; i < 1024; i += threads) {
        a[i] = Instruction::word(a_value);
        b[i] = Instruction::word(1);
      }
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    }
  };

  __device__ explicit Warpgroup(const Operands& operands)
      : a_(descriptor(operands.a)), b_(descriptor(operands.b)) {}

  // So many instructions, all of them done at return.
  template <unsigned count>
  __device__ void multiply_add(float (&d)[warpgroup_results]) const {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
    for (unsigned i = 0; i < count; ++i) Instruction::issue(d, a_, b_);
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  }

 private:
  // No swizzling; 128 bytes from one group of eight rows' 16 bytes to the next along the terms, 256
  // along the rows.
  __device__ static unsigned long long descriptor(const void* start) {
    const auto address = static_cast<unsigned long long>(__cvta_generic_to_shared(start));
    return (address & 0x3ffff) >> 4 | 128ull >> 4 << 16 | 256ull >> 4 << 32;
  }
  unsigned long long a_, b_;
};
using WarpgroupTf32 = Warpgroup<Tf32Instruction>;
using WarpgroupBf16 = Warpgroup<Bf16Instruction>;
#else
struct WarpgroupTf32 {
  struct Operands : ConstantOperands {
    __device__ void fill(float, unsigned, unsigned) {}
  };
  __device__ explicit WarpgroupTf32(const Operands&) {}
  template <unsigned>
  __device__ void multiply_add(float (&)[warpgroup_results]) const {}
};
using WarpgroupBf16 = WarpgroupTf32;
#endif

}  // namespace hippuzzle
