// Warpgroup matrix multiply-add (wgmma): four warps, 128 threads that start at a multiple of 128,
// multiply a tile of 64 rows by one of N columns out of shared memory and add to sums in registers.
//
//   Accumulator<256> sums;                          // 64 x 256 floats, 128 a thread
//   warpgroup_begin(sums);                          // the matrix cores may use them from here
//   multiply_add(sums, RowOperand<A>{&a, 64, 0}, ColumnOperand<B>{b, 0}, true);  // asynchronous
//   warpgroup_commit();
//   warpgroup_finish(sums);                         // all that was committed has been done
//
// For kernels that require "wgmma". On the CPU platform the threads read the operands together,
// every thread computes its own sums, and a wait is a barrier of the warpgroup, so that nobody
// overwrites a tile that another thread reads.
#pragma once

#include <hippuzzle/matrix/warpgroup_operands.hpp>
#include <hippuzzle/platform.hpp>

#if HIPPUZZLE_PLATFORM_CPU
#include <hippuzzle/matrix/warpgroup_cpu.hpp>
#elif HIPPUZZLE_PLATFORM_NVIDIA
#include <hippuzzle/matrix/warpgroup_nvidia.hpp>
#else

namespace hippuzzle {

// So that a kernel that is discarded here still parses.
template <int N>
__device__ void warpgroup_begin(Accumulator<N>&);
__device__ void warpgroup_commit();
template <int Pending>
__device__ void warpgroup_wait();
template <int N>
__device__ void warpgroup_finish(Accumulator<N>&);
template <int N, class Left, class Right>
__device__ void multiply_add(Accumulator<N>&, const Left&, const Right&, bool);
template <int Registers>
__device__ void take_registers();
template <int Registers>
__device__ void give_registers();
__device__ void warpgroup_sync(unsigned);
template <class Box>
__device__ void store_16x16(Box&, unsigned, unsigned, const float*, unsigned);

}  // namespace hippuzzle

#endif
