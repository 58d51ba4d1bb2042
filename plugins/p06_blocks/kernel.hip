// p06: blocks. Fill in the kernel; hippuzzle says whether it is right.
// output, a: size elements, in as many blocks as that takes.
#include <hip/hip_runtime.h>

// Each thread of the grid answers for one element, if there is one for it. About 2 lines.
__global__ void add_10_blocks(float* output, const float* a, unsigned size) {
  // FILL ME IN
}
