// Matrix instructions of a warpgroup (wgmma) with constant operands, as their rate is measured: D
// += A x B, 64 x 128, for each four warps. sm_90a; elsewhere the types exist but do nothing, and a
// variant that uses them requires a capability that those devices lack.
#pragma once

#include <hip/hip_runtime.h>

#include <hippuzzle/architecture.hpp>
#include <hippuzzle/matrix/warpgroup_registers.hpp>
#include <hippuzzle/portable.hpp>
#include <hippuzzle/shared_barrier.hpp>

#include "ceilings.hpp"

namespace hippuzzle {

// Words of which A is made, and B. All of an operand is the same, so its layout does not matter.
struct ConstantOperands {
  alignas(128) unsigned a[1024];  // more than 64 x 32 bytes
  alignas(128) unsigned b[1024];  // 128 x 32 bytes
};

#if HIPPUZZLE_PLATFORM_NVIDIA && HIPPUZZLE_HAS_WARPGROUP
__device__ inline unsigned two_bf16(float value) {
  const unsigned upper = __float_as_uint(value) >> 16;
  return upper << 16 | upper;
}

// m64n128k8
struct Tf32Instruction {
  __device__ static unsigned word(float value) { return __float_as_uint(value); }
  __device__ static void issue(float (&d)[64], unsigned long long a, unsigned long long b) {
    asm volatile("wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32 {" HIPPUZZLE_REGISTERS_64
                 "}, %64, %65, 1, 1, 1;"
                 : HIPPUZZLE_SUMS_64(d)
                 : "l"(a), "l"(b));
  }
};

// m64n128k16, neither operand transposed
struct Bf16Instruction {
  __device__ static unsigned word(float value) { return two_bf16(value); }
  __device__ static void issue(float (&d)[64], unsigned long long a, unsigned long long b) {
    asm volatile("wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {" HIPPUZZLE_REGISTERS_64
                 "}, %64, %65, 1, 1, 1, 0, 0;"
                 : HIPPUZZLE_SUMS_64(d)
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
      publish_to_async_proxy();
    }
  };

  __device__ explicit Warpgroup(const Operands& operands)
      : a_(descriptor(operands.a)), b_(descriptor(operands.b)) {}

  // Issues `count` instructions; all are done at return.
  template <unsigned count>
  __device__ void multiply_add(float (&d)[warpgroup_results]) const {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < count; ++i) Instruction::issue(d, a_, b_);
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  }

 private:
  // No swizzling; 128 bytes from one group of eight rows' 16 bytes to the next along the terms, 256
  // along the rows.
  __device__ static unsigned long long descriptor(const void* start) {
    const unsigned long long address = shared_address(start);
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
