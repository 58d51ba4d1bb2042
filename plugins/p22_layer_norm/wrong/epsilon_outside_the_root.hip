// Epsilon is added to the root, not to the variance below it.
// variants: fused
#define normalize right_normalize
#define fused right_fused
#include "solution.hip"
#undef normalize
#undef fused

// All threads of the block call; a thread past the last feature has 0. Two passes: the mean first,
// then the distances from it. `cells` as in <hippuzzle/block.hpp>.
__device__ inline Normalized normalize(float x, bool is_feature, unsigned features, float* cells) {
  using namespace hippuzzle;
  const float mean = block_sum(is_feature ? x : 0.0f, cells) / features;
  const float distance = is_feature ? x - mean : 0;
  const float variance = block_sum(distance * distance, cells) / features;
  const float inverse_root = 1 / (sqrtf(variance) + EPSILON);
  return {distance * inverse_root, inverse_root};
}

__global__ void fused(float* output, const float* input, const float* ln_weight,
                      const float* ln_bias, const float* linear_weight, const float* linear_bias,
                      unsigned features, unsigned outputs) {
  using namespace hippuzzle;
  __shared__ float cells[block_cells(MOST_FEATURES)];
  __shared__ float row[MOST_FEATURES];
  const unsigned feature = threadIdx.x;
  const bool is_feature = feature < features;
  const float x = is_feature ? input[blockIdx.x * features + feature] : 0;
  const float scaled = normalize(x, is_feature, features, cells).value;
  if (is_feature) row[feature] = ln_weight[feature] * scaled + ln_bias[feature];
  __syncthreads();

  const unsigned lanes = warp_size(), warps = blockDim.x / lanes;
  for (unsigned o = threadIdx.x / lanes; o < outputs; o += warps) {
    float sum = 0;
    for (unsigned i = lane(); i < features; i += lanes)
      sum += row[i] * linear_weight[o * features + i];
    sum = warp_sum(sum);
    if (lane() == 0) output[blockIdx.x * outputs + o] = sum + linear_bias[o];
  }
}
