// p04: 2D map. Fill in the kernels; hippuzzle says which variants are right.
// output, a: size x size, row-major. One block, larger than that.
#include <hip/hip_runtime.h>

#include <hippuzzle/layout_tensor.hpp>

// Thread (x, y) answers for column x of row y, if there is one. About 2 lines.
__global__ void raw_add_10_2d(float* output, const float* a, unsigned size) {
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  // FILL ME IN
}

// The same with tensors: output_tensor(row, col), a_tensor(row, col). About 2 lines.
__global__ void layout_tensor_add_10_2d(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size, size));
  const LayoutTensor a_tensor(a, row_major(size, size));
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  // FILL ME IN
}
