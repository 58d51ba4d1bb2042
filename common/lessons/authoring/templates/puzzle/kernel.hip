// @ID@: fill in the kernel; hippuzzle says whether it is right.
// output, a: size elements each. A block has TPB threads.
#include <hip/hip_runtime.h>

#include "config.hpp"

// Each thread answers for one element of the output. About 2 lines.
__global__ void double_elements(float* output, const float* a, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  // FILL ME IN
}
