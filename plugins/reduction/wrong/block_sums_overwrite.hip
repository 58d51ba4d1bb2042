// Each block writes its sum to output[0], so only the last block's is left.
// variants: tree
#define tree right_tree
#include "solution.hip"
#undef tree

__global__ void tree(float* output, const float* a, unsigned size) {
  const unsigned i = blockIdx.x * TPB + threadIdx.x;
  const float sum = sum_by_tree(i < size ? a[i] : 0);
  if (threadIdx.x == 0) output[0] = sum;
}
