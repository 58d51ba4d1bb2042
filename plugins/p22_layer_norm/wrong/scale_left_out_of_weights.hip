// The gradient of the weights takes the row before its scale and shift.
// variants: backward
#define gradients right_gradients
#define backward right_backward
#include "solution.hip"
#undef gradients
#undef backward

__global__ void gradients(float* grad_input, float* grad_ln_weight, float* grad_ln_bias,
                          float* grad_linear_weight, float* grad_linear_bias, const float* input,
                          const float* ln_weight, const float*, const float* linear_weight,
                          const float* grad_output, unsigned features, unsigned outputs) {
  using namespace hippuzzle;
  __shared__ float cells[block_cells(MOST_FEATURES)];
  const unsigned feature = threadIdx.x, i = blockIdx.x * features + feature;
  const bool is_feature = feature < features;
  const float* grad = grad_output + blockIdx.x * outputs;

  const float x = is_feature ? input[i] : 0;
  const Normalized row = normalize(x, is_feature, features, cells);
  const float gamma = is_feature ? ln_weight[feature] : 0;

  float d = 0;  // gradient of the layer between norm and product
  for (unsigned o = 0; o < outputs && is_feature; ++o) {
    d += linear_weight[o * features + feature] * grad[o];
    atomic_add(&grad_linear_weight[o * features + feature], grad[o] * row.value);
  }
  if (is_feature) {
    atomic_add(&grad_ln_weight[feature], d * row.value);
    atomic_add(&grad_ln_bias[feature], d);
  }
  for (unsigned o = threadIdx.x; o < outputs; o += blockDim.x)
    atomic_add(&grad_linear_bias[o], grad[o]);

  // The mean and the spread depend on every x of the row, so each feature gets a part of all.
  const float scaled = d * gamma;
  const float mean = block_sum(scaled, cells) / features;
  const float product = block_sum(scaled * row.value, cells) / features;
  if (is_feature) grad_input[i] = row.inverse_root * (scaled - mean - row.value * product);
}

int32_t backward(const hippuzzle_launch* launch) {
  float* out[5];
  const float* in[6];
  for (int i = 0; i < 5; ++i) out[i] = static_cast<float*>(launch->buffers[i]);
  for (int i = 0; i < 6; ++i) in[i] = static_cast<const float*>(launch->buffers[5 + i]);
  const auto tokens = static_cast<unsigned>(launch->extents.n[0]);
  const auto features = static_cast<unsigned>(launch->extents.n[1]);
  const auto outputs = static_cast<unsigned>(launch->extents.n[2]);
  const hipStream_t stream = hippuzzle::stream_of(*launch);

  const unsigned elements[] = {features, features, outputs * features, outputs};
  for (int i = 0; i < 4; ++i) {
    const hipError_t error = hipMemsetAsync(out[1 + i], 0, sizeof(float) * elements[i], stream);
    if (error != hipSuccess) return static_cast<int32_t>(error);
  }
  // in[4], the bias of the linear layer, has no part in any gradient.
  hipLaunchKernelGGL(gradients, dim3(tokens), dim3(launch->configuration.block.x), 0, stream,
                     out[0], out[1], out[2], out[3], out[4], in[0], in[1], in[2], in[3], in[5],
                     features, outputs);
  return static_cast<int32_t>(hipGetLastError());
}
