// Reads in order into shared memory, and writes by chunks: the sectors of the output are many.
// variants: kernel4
#define kernel4 right_kernel4
#include "solution.hip"
#undef kernel4

__global__ void kernel4(float* output, const float* a, const float* b, unsigned size) {
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  __shared__ float sums[TPB];
  if (global_i < size) sums[threadIdx.x] = a[global_i] + b[global_i];
  __syncthreads();
  const unsigned first = 8 * threadIdx.x, before = blockDim.x * blockIdx.x;
  for (unsigned i = first; i < first + 8 && i < TPB && before + i < size; ++i)
    output[before + i] = sums[i];
}
