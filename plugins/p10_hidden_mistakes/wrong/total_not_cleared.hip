// The additions are atomic, but no thread has cleared the cell: it still holds an old value.
// variants: race-condition
#define sum_of_all right_sum_of_all
#include "solution.hip"
#undef sum_of_all

__global__ void sum_of_all(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size, size));
  const LayoutTensor a_tensor(a, row_major(size, size));
  __shared__ float total;
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  const bool has_element = row < size && col < size;

  if (has_element) atomicAdd(&total, a_tensor(row, col));
  __syncthreads();

  if (has_element) output_tensor(row, col) = total;
}
