// p03: guards. Fill in the kernel; hippuzzle says whether it is right.
// output, a: size elements. One block, with more threads than that.
#include <hip/hip_runtime.h>

// Thread i answers for element i, if there is one. About 1 line.
__global__ void add_10_guarded(float* output, const float* a, unsigned size) {
  const unsigned i = threadIdx.x;
  // FILL ME IN
}
