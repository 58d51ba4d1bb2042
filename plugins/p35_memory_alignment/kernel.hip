// p35: output[i] = 2 a[i] + 1 for i < size. Fill in the kernels; hippuzzle says which variants are
// right. Blocks of TPB threads; a and output are both at the same distance from an address that is
// a multiple of 16 bytes.
#include <hip/hip_runtime.h>

#include <hippuzzle/functional.hpp>

#include "config.hpp"

// A thread for each element; the arrays may begin anywhere. About 2 lines.
__global__ void scalar(float* output, const float* a, unsigned size) {
  // FILL ME IN
}

// A thread for each four elements. The arrays may begin 4, 8 or 12 bytes after a multiple of 16. So
// the elements up to the next multiple are single ones (at most three), then come vectors of WIDTH,
// then at most three single elements. About 10 lines.
__global__ void unaligned(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  // FILL ME IN
}

// A thread for each four elements. The arrays begin at a multiple of 16 bytes. Vectors of WIDTH,
// then at most three single elements. About 8 lines.
__global__ void aligned(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  // FILL ME IN
}
