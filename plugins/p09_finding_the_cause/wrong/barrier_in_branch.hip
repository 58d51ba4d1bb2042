// All threads read before one writes, but the barrier between them is still in the branch.
// variants: third-case
#define filter right_filter
#include "solution.hip"
#undef filter

__global__ void filter(float* output, const float* a) {
  __shared__ float shared[CELLS];
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  if (local_i < CELLS) shared[local_i] = a[global_i];
  __syncthreads();

  if (local_i < CELLS) {
    const float left = local_i > 0 ? shared[local_i - 1] : 0;
    __syncthreads();
    shared[local_i] += 0.5f * left;
  }
  __syncthreads();

  output[global_i] = local_i < CELLS ? shared[local_i] : a[global_i];
}
