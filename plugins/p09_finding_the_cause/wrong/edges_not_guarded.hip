// The window reads before the start of the array and past its end, and adds these values up.
// variants: second-case
#define window_sum right_window_sum
#include "solution.hip"
#undef window_sum

__global__ void window_sum(float* output, const float* a, unsigned) {
  const int i = static_cast<int>(threadIdx.x);
  float sum = 0;
  for (int offset = -RADIUS; offset <= RADIUS; ++offset) sum += a[i + offset];
  output[i] = sum;
}
