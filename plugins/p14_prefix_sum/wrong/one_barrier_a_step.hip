// A step has one barrier and needs two: threads read cells that others write in the same step.
// variants: simple
#define simple_prefix_sum right_simple_prefix_sum
#include "solution.hip"
#undef simple_prefix_sum

__global__ void simple_prefix_sum(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size));
  const LayoutTensor a_tensor(a, row_major(size));
  __shared__ BlockTensor shared;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  shared(local_i) = global_i < size ? a_tensor(global_i) : 0;
  __syncthreads();
  for (unsigned offset = 1; offset < TPB; offset *= 2) {
    if (local_i >= offset) shared(local_i) += shared(local_i - offset);
    __syncthreads();
  }
  if (global_i < size) output_tensor(global_i) = shared(local_i);
}
