// The stages follow each other without a barrier between the first two.
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

  if (local_i < half)
    for (unsigned i = local_i; i < count; i += half) scaled[i] = input[first + i] * 1.1f;
  if (local_i >= half)
    for (unsigned i = local_i - half; i < count; i += half)
      means[i] = mean_around(scaled, i, count, 2);
  __syncthreads();
  if (local_i < count) output[first + local_i] = joined(means, local_i, count);
}
