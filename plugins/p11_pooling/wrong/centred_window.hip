// The window is centred: it takes the element after its own instead of the second before it.
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
  if (global_i >= size) return;

  float sum = shared[local_i];
  if (local_i > 0) sum += shared[local_i - 1];
  if (global_i + 1 < size) sum += shared[local_i + 1];
  output[global_i] = sum;
}
