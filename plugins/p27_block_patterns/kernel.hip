// p27: a block of several warps. Fill in the last three kernels; hippuzzle says which variants are
// right. One block of TPB threads; size <= TPB. Warps have 32 or 64 lanes.
#include <hip/hip_runtime.h>

#include <hippuzzle/block.hpp>
#include <hippuzzle/warp.hpp>
#include <hippuzzle/warp_collectives.hpp>

#include "config.hpp"

// Given (--traditional-dot-product): the tree, with a barrier after each step.
__global__ void traditional_dot_product(float* output, const float* a, const float* b,
                                        unsigned size) {
  __shared__ float shared[TPB];
  const unsigned local_i = threadIdx.x;
  shared[local_i] = local_i < size ? a[local_i] * b[local_i] : 0;
  __syncthreads();
  for (unsigned stride = TPB / 2; stride > 0; stride /= 2) {
    if (local_i < stride) shared[local_i] += shared[local_i + stride];
    __syncthreads();
  }
  if (local_i == 0) output[0] = shared[0];
}

// The same: every warp adds up its products with hippuzzle::warp_sum, one lane of each warp writes
// the sum to `cells`, and after a barrier these are added up. Write it yourself, without block.hpp.
// At most two barriers and four cells. About 10 lines.
__global__ void block_sum_dot_product(float* output, const float* a, const float* b,
                                      unsigned size) {
  using namespace hippuzzle;
  __shared__ float cells[TPB / 32];  // half of it is used where warps have 64 lanes
  const unsigned local_i = threadIdx.x;
  // FILL ME IN
}

// Bin k has the elements x with k <= 8 x < k + 1; x = 1 belongs to bin 7. Write the elements of
// `bin` to the front of `packed`, in their order, and 0 to the rest; write their number to *count.
// hippuzzle::block_exclusive_scan gives each element its place. About 10 lines.
__global__ void pack_bin(float* packed, int* count, const float* input, unsigned size,
                         unsigned bin) {
  using namespace hippuzzle;
  __shared__ int cells[block_cells(TPB)];
  const unsigned local_i = threadIdx.x;
  // FILL ME IN
}

// output[i] = input[i] / mean, that is input[i] * size / sum; input[i] itself if the sum is 0.
// hippuzzle::block_sum gives the sum to every thread. About 5 lines.
__global__ void divide_by_mean(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  __shared__ float cells[block_cells(TPB)];
  const unsigned local_i = threadIdx.x;
  // FILL ME IN
}
