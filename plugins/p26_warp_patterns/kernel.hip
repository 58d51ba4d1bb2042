// p26: patterns of shuffles and votes. Fill in the kernels; hippuzzle says which variants are
// right. output, input: size elements. A block is one warp, of 32 or 64 lanes; the last one may
// have fewer elements than lanes. A lane may read `input` once.
#include <hip/hip_runtime.h>

#include <hippuzzle/warp.hpp>

// Lanes 0 and 1 exchange their values, 2 and 3, and so on. An element without a partner stays.
// About 5 lines.
__global__ void swap_pairs(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  // FILL ME IN
}

// Every element becomes the largest element of its warp. About 7 lines.
__global__ void largest_of_warp(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  // FILL ME IN
}

// Even lanes write the largest element of their warp, odd lanes the smallest. About 12 lines.
__global__ void largest_and_smallest(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  // FILL ME IN
}

// Every element becomes the sum of the elements of its warp up to itself. About 7 lines.
__global__ void prefix_sum(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  // FILL ME IN
}

// In each warp, the elements below the pivot come first and the others follow. Both keep their
// order. Scan a 1 for each element below the pivot. About 14 lines.
__global__ void partition_by_scan(float* output, const float* input, unsigned size,
                                  unsigned pivot) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  // FILL ME IN
}

// The same with hippuzzle::warp_ballot and __popcll, in at most two warp operations. About 8 lines.
__global__ void partition_by_ballot(float* output, const float* input, unsigned size,
                                    unsigned pivot) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  // FILL ME IN
}
