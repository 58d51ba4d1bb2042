// p24: the sum of a warp. Fill in the last two kernels; hippuzzle says which variants are right.
// output: one element for each block; a, b: size elements. A block is one warp, of 32 or 64 lanes.
#include <hip/hip_runtime.h>

#include <hippuzzle/warp.hpp>
#include <hippuzzle/warp_collectives.hpp>

// Given (--traditional), as you wrote it for p12: a tree in shared memory with barriers.
__global__ void traditional_dot_product(float* output, const float* a, const float* b,
                                        unsigned size) {
  __shared__ float shared[64];  // half of it is used where a warp has 32 lanes
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;
  shared[local_i] = global_i < size ? a[global_i] * b[global_i] : 0;
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (local_i < stride) shared[local_i] += shared[local_i + stride];
    __syncthreads();
  }
  if (local_i == 0) output[blockIdx.x] = shared[0];
}

// The same by hippuzzle::shfl_down, without shared memory and without a barrier. About 5 lines.
__global__ void warp_dot_product(float* output, const float* a, const float* b, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lanes = warp_size();  // 32 or 64
  // FILL ME IN
}

// The same by hippuzzle::warp_sum, which gives the sum to every lane. About 3 lines.
__global__ void functional_dot_product(float* output, const float* a, const float* b,
                                       unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  // FILL ME IN
}
