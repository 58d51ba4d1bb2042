// The first two windows are not cut off, so threads 0 and 1 read before the start of the array.
// variants: raw, layout-tensor
#define raw_pooling right_raw_pooling
#define layout_tensor_pooling right_layout_tensor_pooling
#include "solution.hip"
#undef raw_pooling
#undef layout_tensor_pooling

__global__ void raw_pooling(float* output, const float* a, unsigned size) {
  __shared__ float shared[TPB];
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  if (global_i < size) shared[local_i] = a[global_i];
  __syncthreads();
  if (global_i < size) {
    output[global_i] = shared[local_i - 2] + shared[local_i - 1] + shared[local_i];
  }
}

__global__ void layout_tensor_pooling(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size));
  const LayoutTensor a_tensor(a, row_major(size));
  __shared__ SharedTensor<float, decltype(row_major<TPB>())> shared;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  if (a_tensor.contains(global_i)) shared(local_i) = a_tensor(global_i);
  __syncthreads();
  if (output_tensor.contains(global_i)) {
    output_tensor(global_i) = shared(local_i - 2) + shared(local_i - 1) + shared(local_i);
  }
}
