// p01: map. Fill in the kernel; hippuzzle says whether it is right.
// output, a: one element per thread of the only block.
#include <hip/hip_runtime.h>

// Thread i answers for element i of the output. About 1 line.
__global__ void add_10(float* output, const float* a) {
  const unsigned i = threadIdx.x;
  // FILL ME IN
}
