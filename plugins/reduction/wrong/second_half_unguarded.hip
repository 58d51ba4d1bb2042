// The guard covers the first element of a thread, and the second one is read beyond the end.
// variants: first-add
#define first_add right_first_add
#include "solution.hip"
#undef first_add

__global__ void first_add(float* output, const float* a, unsigned size) {
  const unsigned i = blockIdx.x * 2 * TPB + threadIdx.x;
  const float sum = sum_by_tree(i < size ? a[i] + a[i + TPB] : 0);
  if (threadIdx.x == 0) hippuzzle::atomic_add(&output[0], sum);
}
