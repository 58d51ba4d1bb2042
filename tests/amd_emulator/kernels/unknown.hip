// An instruction that the emulator does not know, between the lines of a right product.
#include "tests/fixtures/kernel_fixture.hpp"

__global__ void kernel(float* output, const float* a, const float* b, unsigned size) {
  multiply(output, a, b, size);
#ifdef __HIP_DEVICE_COMPILE__
  asm volatile("v_mqsad_pk_u16_u8 v[8:9], v[4:5], v6, v[4:5]" ::: "v4", "v5", "v6", "v8", "v9");
#endif
}
HIPPUZZLE_BINDINGS("p16", {"naive", hippuzzle::launch<kernel>});
