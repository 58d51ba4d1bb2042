// Idle lanes write no zero, so the tree adds up arbitrary values.
// variants: traditional
#define traditional_dot_product right_traditional_dot_product
#include "solution.hip"
#undef traditional_dot_product

__global__ void traditional_dot_product(float* output, const float* a, const float* b,
                                        unsigned size) {
  __shared__ float shared[64];
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;
  if (global_i < size) shared[local_i] = a[global_i] * b[global_i];
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (local_i < stride) shared[local_i] += shared[local_i + stride];
    __syncthreads();
  }
  if (local_i == 0) output[blockIdx.x] = shared[0];
}
