// One thread adds up, but the others do not wait for it: there is no barrier before the reads.
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

  if (row == 0 && col == 0) {
    float sum = 0;
    for (unsigned i = 0; i < size * size; ++i) sum += a_tensor(i / size, i % size);
    total = sum;
  }
  if (row < size && col < size) output_tensor(row, col) = total;
}
