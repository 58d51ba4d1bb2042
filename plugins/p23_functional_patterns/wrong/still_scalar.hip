// The elements are added one by one, although the tile has whole vectors.
// variants: vectorized
#define vectorized right_vectorized
#include "solution.hip"
#undef vectorized

__global__ void vectorized(float* output, const float* a, const float* b, unsigned size) {
  using namespace hippuzzle;
  tile<TILE>(size, [=](unsigned first, unsigned count) {
    vectorize<1>(count, Add{output + first, a + first, b + first});
  });
}
