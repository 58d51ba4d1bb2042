// A kernel that prints: its blocks run in their order, each once.
#include <cstdio>

#include "tests/check/case.hpp"

// case prints_its_blocks
__global__ void prints_its_blocks(int* out) {
  if (threadIdx.x == 0) std::printf("= block %u\n", blockIdx.x);
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
CASE(prints_its_blocks) { RUN(prints_its_blocks, (64), (32), output<int>("out", 2048)); }
