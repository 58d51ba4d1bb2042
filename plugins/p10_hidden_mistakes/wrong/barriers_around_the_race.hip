// More barriers before and after the addition: they do not order the threads that add.
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

  if (row == 0 && col == 0) total = 0;
  __syncthreads();

  const float mine = has_element ? a_tensor(row, col) : 0;
  __syncthreads();
  total += mine;
  __syncthreads();

  if (has_element) output_tensor(row, col) = total;
  __syncthreads();
}
