// p10: hidden mistakes. Each variant has one planted mistake, which its output may not show: find
// it with `hippuzzle check`, fix it, and leave the rest unchanged.
// output, a: size x size, row-major. One block, larger than that by a row and a column.
#include <hip/hip_runtime.h>

#include <hippuzzle/layout_tensor.hpp>

// Each element should become a(row, col) + 10.
__global__ void add_10_2d(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size, size));
  const LayoutTensor a_tensor(a, row_major(size, size));
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;

  output_tensor(row, col) = a_tensor(row, col) + 10;
}

// Each element should become the sum of all elements of `a`.
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

  if (has_element) total += a_tensor(row, col);
  __syncthreads();

  if (has_element) output_tensor(row, col) = total;
}
