// A thread takes one product, so those beyond the number of threads are left out.
// variants: many-blocks
#define many_blocks_dot_product right_many_blocks_dot_product
#include "solution.hip"
#undef many_blocks_dot_product

__global__ void many_blocks_dot_product(float* output, const float* a, const float* b,
                                        unsigned size) {
  __shared__ float shared[TPB];
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  const float sum = global_i < size ? a[global_i] * b[global_i] : 0;
  shared[local_i] = sum;
  __syncthreads();

  for (unsigned stride = TPB / 2; stride > 0; stride /= 2) {
    if (local_i < stride) shared[local_i] += shared[local_i + stride];
    __syncthreads();
  }
  if (local_i == 0) hippuzzle::atomic_add(&output[0], shared[0]);
}
