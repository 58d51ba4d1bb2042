// p15: axis sum. Fill in the kernel; hippuzzle says whether it is right.
// output: rows x 1; a: rows x columns, columns <= TPB, row-major. One block of TPB threads a row.
#include <hip/hip_runtime.h>

#include <hippuzzle/static_tensor.hpp>

#include "config.hpp"

// output_tensor(row, 0) = the sum of a_tensor(row, 0), a_tensor(row, 1), … About 10 lines.
__global__ void axis_sum(float* output, const float* a, unsigned rows, unsigned columns) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(rows, Int<1>{}));
  const LayoutTensor a_tensor(a, row_major(rows, columns));
  __shared__ SharedTensor<float, decltype(row_major<TPB>())> shared;
  const unsigned local_i = threadIdx.x;
  const unsigned row = blockIdx.y;
  // FILL ME IN
}
