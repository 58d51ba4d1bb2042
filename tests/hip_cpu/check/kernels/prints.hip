// A kernel that prints: its blocks run in their order, each once.
#include <cstdio>

#include "tests/hip_cpu/check/case.hpp"

// case prints_its_blocks
__global__ void prints_its_blocks(int* out) {
  if (threadIdx.x == 0) std::printf("= block %u\n", blockIdx.x);
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
CASE(prints_its_blocks) { RUN(prints_its_blocks, (64), (32), output<int>("out", 2048)); }

// Its launch cannot run twice, to see whether the missing lane's value has an effect.

// case prints_what_it_drops
//   warp-lanes - [shuffle]
__global__ void prints_what_it_drops(int* out, unsigned n) {
  const unsigned lane = threadIdx.x;
  if (lane >= n) return;
  const int next = __shfl_down(1, 1);  // [shuffle]
  if (lane == 0) std::printf("= %u lanes\n", n);
  out[lane] = lane + 1 < n ? next : 0;
}
CASE(prints_what_it_drops) { RUN(prints_what_it_drops, (1), (32), output<int>("out", 20), 20u); }
