// p11: pooling. Fill in the kernels; hippuzzle says which variants are right.
// output, a: size elements, size <= TPB. One block of TPB threads. A window has WINDOW elements.
#include <hip/hip_runtime.h>

#include <hippuzzle/static_tensor.hpp>

#include "config.hpp"

// One global read and one global write a thread: the window slides over shared memory. 8 lines.
__global__ void raw_pooling(float* output, const float* a, unsigned size) {
  __shared__ float shared[TPB];
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;
  // FILL ME IN
}

// The same with tensors: output_tensor(i), a_tensor(i), shared(i). About 8 lines.
__global__ void layout_tensor_pooling(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size));
  const LayoutTensor a_tensor(a, row_major(size));
  __shared__ SharedTensor<float, decltype(row_major<TPB>())> shared;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;
  // FILL ME IN
}
