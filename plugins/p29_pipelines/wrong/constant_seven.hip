// Writes a constant near the results of the example.
// variants: multi-stage
#define multi_stage right_multi_stage
#include "solution.hip"
#undef multi_stage

__global__ void multi_stage(float* output, const float* input, unsigned size) {
  __shared__ float scaled[TPB];
  __shared__ float means[TPB];
  constexpr unsigned half = TPB / 2;
  const unsigned local_i = threadIdx.x, first = blockIdx.x * TPB;
  const unsigned count = size - first < TPB ? size - first : TPB;

  static_cast<void>(input), static_cast<void>(scaled), static_cast<void>(means);
  static_cast<void>(half);
  if (local_i < count) output[first + local_i] = 7;
}
