// Whole vectors only: the elements after the last one are not written.
// variants: vectorized
#define vectorized right_vectorized
#include "solution.hip"
#undef vectorized

__global__ void vectorized(float* output, const float* a, const float* b, unsigned size) {
  using namespace hippuzzle;
  tile<TILE>(size, [=](unsigned first, unsigned count) {
    const Add add = {output + first, a + first, b + first};
    for (unsigned i = 0; i + WIDTH <= count; i += WIDTH) add.operator()<WIDTH>(i);
  });
}
