// The shift of the norm is left out.
// variants: fused
#define fused right_fused
#include "solution.hip"
#undef fused

__global__ void fused(float* output, const float* input, const float* ln_weight, const float*,
                      const float* linear_weight, const float* linear_bias, unsigned features,
                      unsigned outputs) {
  using namespace hippuzzle;
  __shared__ float cells[block_cells(MOST_FEATURES)];
  __shared__ float row[MOST_FEATURES];
  const unsigned feature = threadIdx.x;
  const bool is_feature = feature < features;
  const float x = is_feature ? input[blockIdx.x * features + feature] : 0;
  const float scaled = normalize(x, is_feature, features, cells).value;
  if (is_feature) row[feature] = ln_weight[feature] * scaled;
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
