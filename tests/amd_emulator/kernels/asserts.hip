// An assertion of one thread fails after a right product.
#include <cassert>

#include "tests/fixtures/kernel_fixture.hpp"

__global__ void kernel(float* output, const float* a, const float* b, unsigned size) {
  multiply(output, a, b, size);
  assert(threadIdx.x != 1 || threadIdx.y != 1);
}
HIPPUZZLE_BINDINGS("p16", {"naive", hippuzzle::launch<kernel>});
