// p12: dot product. Fill in the kernels; hippuzzle says which variants are right.
// output: 1 element; a, b: size elements. Blocks of TPB threads.
#include <hip/hip_runtime.h>

#include <hippuzzle/atomic.hpp>
#include <hippuzzle/static_tensor.hpp>
#include <hippuzzle/warp.hpp>

#include "config.hpp"

// size <= TPB, one block. Two global reads a thread, one global write in all; the sum is made in
// shared memory. 10 lines.
__global__ void raw_dot_product(float* output, const float* a, const float* b, unsigned size) {
  __shared__ float shared[TPB];
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;
  // FILL ME IN
}

// The same with tensors: output_tensor(0), a_tensor(i), b_tensor(i), shared(i). About 10 lines.
__global__ void layout_tensor_dot_product(float* output, const float* a, const float* b,
                                          unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major<1>());
  const LayoutTensor a_tensor(a, row_major(size));
  const LayoutTensor b_tensor(b, row_major(size));
  __shared__ SharedTensor<float, decltype(row_major<TPB>())> shared;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;
  // FILL ME IN
}

// Any size, several blocks; output[0] is 0 when the kernel starts. Each thread adds up its products
// in a register, each block its threads' sums in a tree, and thread 0 of each block calls
// hippuzzle::atomic_add(&output[0], sum). About 13 lines.
__global__ void many_blocks_dot_product(float* output, const float* a, const float* b,
                                        unsigned size) {
  __shared__ float shared[TPB];
  const unsigned threads = gridDim.x * blockDim.x;  // of all blocks together
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;
  // FILL ME IN
}

// The same in blocks of WARP_TPB threads, which are several warps: lanes add with
// hippuzzle::shfl_down, and only one sum a warp goes through shared memory. About 16 lines.
__global__ void warp_dot_product(float* output, const float* a, const float* b, unsigned size) {
  using namespace hippuzzle;
  __shared__ float warp_sums[WARP_TPB / 32];  // half of it is used where warps have 64 lanes
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lanes = warp_size();  // 32 or 64
  const unsigned lane = threadIdx.x % lanes;
  const unsigned warp = threadIdx.x / lanes;
  // FILL ME IN
}
