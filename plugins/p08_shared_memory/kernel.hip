// p08: shared memory. Fill in the kernels; hippuzzle says which variants are right.
// output, a: size elements, in blocks of TPB threads.
#include <hip/hip_runtime.h>

#include <hippuzzle/static_tensor.hpp>

#include "config.hpp"

// Load the block's elements into shared memory, wait, and write from there. About 3 lines.
__global__ void raw_add_10_shared(float* output, const float* a, unsigned size) {
  __shared__ float shared[TPB];
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;
  // FILL ME IN
}

// The same with tensors: output_tensor(i), a_tensor(i), shared(i). About 3 lines.
__global__ void layout_tensor_add_10_shared(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size));
  const LayoutTensor a_tensor(a, row_major(size));
  __shared__ SharedTensor<float, decltype(row_major<TPB>())> shared;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;
  // FILL ME IN
}

// The block's elements backwards: the first one becomes the last one. The last block may have fewer
// than TPB elements, `count`. A thread reads a cell that another one has written. About 3 lines.
__global__ void reverse_in_block(float* output, const float* a, unsigned size) {
  __shared__ float shared[TPB];
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;
  const unsigned left = size - blockIdx.x * blockDim.x, count = left < TPB ? left : TPB;
  // FILL ME IN
}
