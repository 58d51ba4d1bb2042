// Each thread has its vectors in a row, so the lanes of a warp are far from each other.
// variants: elementwise
#define elementwise right_elementwise
#include "solution.hip"
#undef elementwise

__global__ void elementwise(float* output, const float* a, const float* b, unsigned size) {
  hippuzzle::tile<TILE>(size, [=](unsigned first, unsigned count) {
    hippuzzle::vectorize<WIDTH>(count, Add{output + first, a + first, b + first});
  });
}
