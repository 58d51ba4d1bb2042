// The first two elements are never written, because only whole windows are added up.
// variants: raw
#define raw_pooling right_raw_pooling
#include "solution.hip"
#undef raw_pooling

__global__ void raw_pooling(float* output, const float* a, unsigned size) {
  __shared__ float shared[TPB];
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  if (global_i < size) shared[local_i] = a[global_i];
  __syncthreads();
  if (1 < global_i && global_i < size) {
    output[global_i] = shared[local_i - 2] + shared[local_i - 1] + shared[local_i];
  }
}
