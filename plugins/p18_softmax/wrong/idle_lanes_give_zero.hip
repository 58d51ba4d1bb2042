// A thread without an element has 0 for the maximum, and its power in the sum.
// variants: block
#define softmax_of_block right_softmax_of_block
#include "solution.hip"
#undef softmax_of_block

__global__ void softmax_of_block(float* output, const float* input, unsigned size) {
  __shared__ float cells[TPB];
  const unsigned local_i = threadIdx.x;
  const float x = local_i < size ? input[local_i] : 0;
  const float most = tree(x, cells, hippuzzle::Larger{});
  const float power = expf(x - most);
  const float sum = tree(power, cells, hippuzzle::Plus{});
  if (local_i < size) output[local_i] = power / sum;
}
