// The first warp's sum is taken for the block's.
// variants: block-sum-dot-product
#define block_sum_dot_product right_block_sum_dot_product
#include "solution.hip"
#undef block_sum_dot_product

__global__ void block_sum_dot_product(float* output, const float* a, const float* b,
                                      unsigned size) {
  using namespace hippuzzle;
  const unsigned local_i = threadIdx.x;

  const float sum = warp_sum(local_i < size ? a[local_i] * b[local_i] : 0.0f);
  if (local_i == 0) output[0] = sum;
}
