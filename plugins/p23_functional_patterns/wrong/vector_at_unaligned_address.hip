// The last vector is moved back to end with the array, at any address.
// variants: vectorized
#define vectorized right_vectorized
#include "solution.hip"
#undef vectorized

__global__ void vectorized(float* output, const float* a, const float* b, unsigned size) {
  using namespace hippuzzle;
  tile<TILE>(size, [=](unsigned first, unsigned count) {
    if (size < WIDTH) {
      vectorize<1>(count, Add{output + first, a + first, b + first});
      return;
    }
    const Add add = {output, a, b};
    for (unsigned i = first; i < first + count; i += WIDTH)
      add.operator()<WIDTH>(i + WIDTH <= size ? i : size - WIDTH);
  });
}
