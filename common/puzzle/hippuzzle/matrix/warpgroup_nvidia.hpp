// Warpgroups by wgmma, of sm_90a. A part of warpgroup.hpp.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdint>
#include <hippuzzle/bfloat16.hpp>
#include <hippuzzle/matrix/tensor_map.hpp>
#include <hippuzzle/matrix/warpgroup_operands.hpp>
#include <hippuzzle/matrix/warpgroup_registers.hpp>
#include <hippuzzle/portable.hpp>
#include <type_traits>

namespace hippuzzle {

template <int N>
__device__ inline void warpgroup_begin(Accumulator<N>&) {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ inline void warpgroup_commit() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
template <int Pending>
__device__ inline void warpgroup_wait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(Pending) : "memory");
}
// Waits for all groups; the sums may be read after it, and the compiler must not do so earlier.
template <int N>
__device__ inline void warpgroup_finish(Accumulator<N>& sums) {
  warpgroup_wait<0>();
  HIPPUZZLE_UNROLL
  for (int i = 0; i < sums.size; ++i) asm volatile("" : "+f"(sums.values[i])::"memory");
}

// sums = left x right, or added to the sums. Along k: 16 of Bf16, 8 of float. (shape, number of
// sums, positions of the operands after the sums)
#define HIPPUZZLE_DEFINE_MULTIPLY_ADD(n, count, o0, o1, o2, o3, o4, o5)                            \
  template <class Left, class Right>                                                               \
  __device__ inline void multiply_add(Accumulator<n>& sums, const Left& left, const Right& right,  \
                                      bool add) {                                                  \
    float* v = sums.values;                                                                        \
    if constexpr (std::is_same_v<typename Right::Element, Bf16>) {                                 \
      asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %" o2                                         \
                   ", 0;\n"                                                                        \
                   "wgmma.mma_async.sync.aligned.m64n" #n                                          \
                   "k16.f32.bf16.bf16 "                                                            \
                   "{" HIPPUZZLE_REGISTERS_##count "}, %" o0 ", %" o1 ", p, 1, 1, %" o3 ", %" o4   \
                                                   ";\n}"                                          \
                   : HIPPUZZLE_SUMS_##count(v)                                                     \
                   : "l"(left.descriptor()), "l"(right.descriptor()), "r"(int(add)),               \
                     "n"(Left::transposed), "n"(Right::transposed));                               \
    } else {                                                                                       \
      asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %" o5                                         \
                   ", 0;\n"                                                                        \
                   "wgmma.mma_async.sync.aligned.m64n" #n                                          \
                   "k8.f32.tf32.tf32 "                                                             \
                   "{" HIPPUZZLE_REGISTERS_##count "}, {%" o0 ", %" o1 ", %" o2 ", %" o3 "}, %" o4 \
                                                   ", p, 1, 1;\n}"                                 \
                   : HIPPUZZLE_SUMS_##count(v)                                                     \
                   : "r"(__float_as_uint(left.values[0])), "r"(__float_as_uint(left.values[1])),   \
                     "r"(__float_as_uint(left.values[2])), "r"(__float_as_uint(left.values[3])),   \
                     "l"(right.descriptor()), "r"(int(add)));                                      \
    }                                                                                              \
  }
HIPPUZZLE_DEFINE_MULTIPLY_ADD(64, 32, "32", "33", "34", "35", "36", "37")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(80, 40, "40", "41", "42", "43", "44", "45")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(96, 48, "48", "49", "50", "51", "52", "53")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(112, 56, "56", "57", "58", "59", "60", "61")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(128, 64, "64", "65", "66", "67", "68", "69")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(144, 72, "72", "73", "74", "75", "76", "77")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(160, 80, "80", "81", "82", "83", "84", "85")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(176, 88, "88", "89", "90", "91", "92", "93")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(192, 96, "96", "97", "98", "99", "100", "101")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(208, 104, "104", "105", "106", "107", "108", "109")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(224, 112, "112", "113", "114", "115", "116", "117")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(240, 120, "120", "121", "122", "123", "124", "125")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(256, 128, "128", "129", "130", "131", "132", "133")
#undef HIPPUZZLE_DEFINE_MULTIPLY_ADD

// A warpgroup that computes takes registers that one which only copies gives back.
template <int Registers>
__device__ inline void take_registers() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(Registers));
}
template <int Registers>
__device__ inline void give_registers() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(Registers));
}

// A barrier of the 128 threads of a warpgroup, which it names.
__device__ inline void warpgroup_sync(unsigned warpgroup) {
  asm volatile("bar.sync %0, 128;" ::"r"(warpgroup + 1) : "memory");
}

// A warp's 16 x 16 sums, values[i] … values[i + 7] of an accumulator, as Bf16 from (row, column) of
// a swizzled box on.
template <class Box>
__device__ inline void store_16x16(Box& box, unsigned row, unsigned column, const float* values,
                                   unsigned lane) {
  std::uint32_t pairs[4];
  HIPPUZZLE_UNROLL
  for (unsigned i = 0; i < 4; ++i) pairs[i] = bf16_pair(values[2 * i], values[2 * i + 1]);
  // Four 8 x 8 matrices; lane l names row l % 8 of the l / 8th.
  const auto address = shared_address(&box(row + lane % 16, column + lane / 16 * 8));
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(address),
               "r"(pairs[0]), "r"(pairs[1]), "r"(pairs[2]), "r"(pairs[3])
               : "memory");
}

}  // namespace hippuzzle
