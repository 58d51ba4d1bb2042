// A step of the tree reads cells that other threads may not have written yet.
// variants: tree
#define tree right_tree
#include "solution.hip"
#undef tree

__global__ void tree(float* output, const float* a, unsigned size) {
  __shared__ float sums[TPB];
  const unsigned i = blockIdx.x * TPB + threadIdx.x;
  sums[threadIdx.x] = i < size ? a[i] : 0;
  for (unsigned stride = TPB / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) sums[threadIdx.x] += sums[threadIdx.x + stride];
  }
  if (threadIdx.x == 0) hippuzzle::atomic_add(&output[0], sums[0]);
}
