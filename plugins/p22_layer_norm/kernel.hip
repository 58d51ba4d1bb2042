// p22: LayerNorm, then a linear layer, and the gradient of both. Fill in the kernels; hippuzzle
// says which variants are right. Row-major: input and grad_input: tokens x H; linear_weight: O x H;
// output and grad_output: tokens x O; ln_weight, ln_bias: H; linear_bias: O. A block for each
// token, with H threads, rounded up to a multiple of 64. features = H, outputs = O.
#include <hip/hip_runtime.h>

#include <hippuzzle/atomic.hpp>
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/block.hpp>
#include <hippuzzle/stream_memory.hpp>

#include "config.hpp"

// normalized[t][i] = ln_weight[i] * (x - mean) / sqrt(variance + EPSILON) + ln_bias[i], where x is
// input[t][i], and mean and variance are the ones of row t. hippuzzle::block_sum adds up a row:
// first the elements, then the squares of the distances from the mean. About 8 lines.
__global__ void norm(float* normalized, const float* input, const float* ln_weight,
                     const float* ln_bias, unsigned features) {
  __shared__ float cells[hippuzzle::block_cells(MOST_FEATURES)];
  // FILL ME IN
}

// output[t][o] = sum over i of normalized[t][i] * linear_weight[o][i]. The block's threads take the
// outputs of its token in turn. About 5 lines.
__global__ void product(float* output, const float* normalized, const float* linear_weight,
                        unsigned features, unsigned outputs) {
  // FILL ME IN
}

// output[t][o] += linear_bias[o]. About 2 lines.
__global__ void add_bias(float* output, const float* linear_bias, unsigned outputs) {
  // FILL ME IN
}

// The launches of --unfused, given: the layer between norm and product lies in memory.
int32_t unfused(const hippuzzle_launch* launch) {
  auto* output = static_cast<float*>(launch->buffers[0]);
  const auto* input = static_cast<const float*>(launch->buffers[1]);
  const auto* ln_weight = static_cast<const float*>(launch->buffers[2]);
  const auto* ln_bias = static_cast<const float*>(launch->buffers[3]);
  const auto* linear_weight = static_cast<const float*>(launch->buffers[4]);
  const auto* linear_bias = static_cast<const float*>(launch->buffers[5]);
  const auto tokens = static_cast<unsigned>(launch->extents.n[0]);
  const auto features = static_cast<unsigned>(launch->extents.n[1]);
  const auto outputs = static_cast<unsigned>(launch->extents.n[2]);
  const hipStream_t stream = hippuzzle::stream_of(*launch);
  const dim3 blocks(tokens), threads(launch->configuration.block.x);

  const hippuzzle::StreamMemory layer(sizeof(float) * tokens * features, stream);
  if (layer.error() != hipSuccess) return static_cast<int32_t>(layer.error());
  auto* normalized = static_cast<float*>(layer.data());

  hipLaunchKernelGGL(norm, blocks, threads, 0, stream, normalized, input, ln_weight, ln_bias,
                     features);
  hipLaunchKernelGGL(product, blocks, threads, 0, stream, output, normalized, linear_weight,
                     features, outputs);
  hipLaunchKernelGGL(add_bias, blocks, threads, 0, stream, output, linear_bias, outputs);
  return static_cast<int32_t>(hipGetLastError());
}

// All three in one kernel: the normalised row lies in shared memory, and each output is written
// once. A warp for an output lets lanes read neighbouring weights; hippuzzle::warp_sum adds them
// up. About 17 lines.
__global__ void fused(float* output, const float* input, const float* ln_weight,
                      const float* ln_bias, const float* linear_weight, const float* linear_bias,
                      unsigned features, unsigned outputs) {
  using namespace hippuzzle;
  __shared__ float cells[block_cells(MOST_FEATURES)];
  __shared__ float row[MOST_FEATURES];
  // FILL ME IN
}

// The gradients of one token's row, and what the token adds to the gradients of the parameters; the
// lesson has the formulas. About 22 lines, with block_sum and atomic_add.
__global__ void gradients(float* grad_input, float* grad_ln_weight, float* grad_ln_bias,
                          float* grad_linear_weight, float* grad_linear_bias, const float* input,
                          const float* ln_weight, const float* ln_bias, const float* linear_weight,
                          const float* grad_output, unsigned features, unsigned outputs) {
  using namespace hippuzzle;
  __shared__ float cells[block_cells(MOST_FEATURES)];
  // FILL ME IN
}

// The launches of --backward. All tokens add to the gradients of the parameters, so these must be 0
// before the kernel starts.
int32_t backward(const hippuzzle_launch* launch) {
  float* out[5];       // the gradients of input, ln_weight, ln_bias, linear_weight, linear_bias
  const float* in[6];  // input, ln_weight, ln_bias, linear_weight, linear_bias, grad_output
  for (int i = 0; i < 5; ++i) out[i] = static_cast<float*>(launch->buffers[i]);
  for (int i = 0; i < 6; ++i) in[i] = static_cast<const float*>(launch->buffers[5 + i]);
  const auto tokens = static_cast<unsigned>(launch->extents.n[0]);
  const auto features = static_cast<unsigned>(launch->extents.n[1]);
  const auto outputs = static_cast<unsigned>(launch->extents.n[2]);
  const hipStream_t stream = hippuzzle::stream_of(*launch);

  // FILL ME IN: zeros for four arrays, on `stream`. About 4 lines.

  hipLaunchKernelGGL(gradients, dim3(tokens), dim3(launch->configuration.block.x), 0, stream,
                     out[0], out[1], out[2], out[3], out[4], in[0], in[1], in[2], in[3], in[5],
                     features, outputs);
  return static_cast<int32_t>(hipGetLastError());
}
