// p07: 2D blocks. Fill in the kernels; hippuzzle says which variants are right.
// output, a: size x size, row-major, in as many blocks as that takes.
#include <hip/hip_runtime.h>

#include <hippuzzle/layout_tensor.hpp>

// Each thread of the grid answers for one element, if there is one for it. About 4 lines.
__global__ void raw_add_10_blocks_2d(float* output, const float* a, unsigned size) {
  // FILL ME IN
}

// The same with tensors: output_tensor(row, col), a_tensor(row, col). About 4 lines.
__global__ void layout_tensor_add_10_blocks_2d(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size, size));
  const LayoutTensor a_tensor(a, row_major(size, size));
  // FILL ME IN
}
