// Each thread adds its own sum to the output: the answer is right, with 256 times the atomics.
// variants: grid-stride
#define grid_stride right_grid_stride
#include "solution.hip"
#undef grid_stride

__global__ void grid_stride(float* output, const float* a, unsigned size) {
  const float sum = sum_of_thread(a, size);
  if (blockIdx.x * TPB + threadIdx.x < size) hippuzzle::atomic_add(&output[0], sum);
}
