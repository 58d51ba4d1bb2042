// p12: dot product. Fill in the kernels; hippuzzle says which variants are right.
// output: 1 element; a, b: size elements, size <= TPB. One block of TPB threads.
#include <hip/hip_runtime.h>

#include <hippuzzle/static_tensor.hpp>

#include "config.hpp"

// Two global reads a thread, one global write in all; the sum is made in shared memory. 10 lines.
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
