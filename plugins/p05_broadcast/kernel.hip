// p05: broadcast. Fill in the kernels; hippuzzle says which variants are right.
// output: size x size, row-major; a: a row, b: a column of size elements. One block, larger than
// the output.
#include <hip/hip_runtime.h>

#include <hippuzzle/layout_tensor.hpp>

// Element (row, col) of the output is the sum of a's element of that column and b's of that row.
// About 2 lines.
__global__ void raw_broadcast_add(float* output, const float* a, const float* b, unsigned size) {
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  // FILL ME IN
}

// The same with tensors, each of which takes a row and a column. About 2 lines.
__global__ void layout_tensor_broadcast_add(float* output, const float* a, const float* b,
                                            unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size, size));
  const LayoutTensor a_tensor(a, row_major(1, size));
  const LayoutTensor b_tensor(b, row_major(size, 1));
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  // FILL ME IN
}
