// The tree halves the size instead of TPB, which drops products unless the size is a power of two.
// variants: raw, layout-tensor
#define raw_dot_product right_raw_dot_product
#define layout_tensor_dot_product right_layout_tensor_dot_product
#include "solution.hip"
#undef raw_dot_product
#undef layout_tensor_dot_product

__global__ void raw_dot_product(float* output, const float* a, const float* b, unsigned size) {
  __shared__ float shared[TPB];
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  shared[local_i] = global_i < size ? a[global_i] * b[global_i] : 0;
  __syncthreads();

  for (unsigned stride = size / 2; stride > 0; stride /= 2) {
    if (local_i < stride) shared[local_i] += shared[local_i + stride];
    __syncthreads();
  }
  if (local_i == 0) output[0] = shared[0];
}

__global__ void layout_tensor_dot_product(float* output, const float* a, const float* b,
                                          unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major<1>());
  const LayoutTensor a_tensor(a, row_major(size));
  const LayoutTensor b_tensor(b, row_major(size));
  __shared__ SharedTensor<float, decltype(row_major<TPB>())> shared;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  shared(local_i) = a_tensor.contains(global_i) ? a_tensor(global_i) * b_tensor(global_i) : 0;
  __syncthreads();

  for (unsigned stride = size / 2; stride > 0; stride /= 2) {
    if (local_i < stride) shared(local_i) += shared(local_i + stride);
    __syncthreads();
  }
  if (local_i == 0) output_tensor(0) = shared(0);
}
