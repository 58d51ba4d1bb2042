// p22, the reference kernels. Row-major: input and grad_input: tokens x H; linear_weight: O x H;
// output and grad_output: tokens x O; ln_weight, ln_bias: H; linear_bias: O.

// A row's feature of the calling thread after the norm, and the values that its gradient needs.
struct Normalized {
  float value, inverse_root;
};

// All threads of the block call; a thread past the last feature has 0. Two passes: the mean first,
// then the distances from it. `cells` as in <hippuzzle/block.hpp>.
__device__ inline Normalized normalize(float x, bool is_feature, unsigned features, float* cells) {
  using namespace hippuzzle;
  const float mean = block_sum(is_feature ? x : 0.0f, cells) / features;
  const float distance = is_feature ? x - mean : 0;
  const float variance = block_sum(distance * distance, cells) / features;
  const float inverse_root = 1 / sqrtf(variance + EPSILON);
  return {distance * inverse_root, inverse_root};
}

// A block for each token: one row of the layer between norm and product.
__global__ void norm(float* normalized, const float* input, const float* ln_weight,
                     const float* ln_bias, unsigned features) {
  __shared__ float cells[hippuzzle::block_cells(MOST_FEATURES)];
  const unsigned feature = threadIdx.x, i = blockIdx.x * features + feature;
  const bool is_feature = feature < features;
  const float x = is_feature ? input[i] : 0;
  const float scaled = normalize(x, is_feature, features, cells).value;
  if (is_feature) normalized[i] = ln_weight[feature] * scaled + ln_bias[feature];
}

// A block for each token; its threads take the outputs in turn.
__global__ void product(float* output, const float* normalized, const float* linear_weight,
                        unsigned features, unsigned outputs) {
  for (unsigned o = threadIdx.x; o < outputs; o += blockDim.x) {
    float sum = 0;
    for (unsigned i = 0; i < features; ++i)
      sum += normalized[blockIdx.x * features + i] * linear_weight[o * features + i];
    output[blockIdx.x * outputs + o] = sum;
  }
}

__global__ void add_bias(float* output, const float* linear_bias, unsigned outputs) {
  for (unsigned o = threadIdx.x; o < outputs; o += blockDim.x)
    output[blockIdx.x * outputs + o] += linear_bias[o];
}

// Three launches on one stream, with a layer in memory between the first two.
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

// The normalised row lies in shared memory. A warp takes an output: its lanes read neighbouring
// weights.
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

// A block for each token, a thread for each feature. What belongs to the token alone is written,
// what all tokens add to is added by atomic operations.
__global__ void gradients(float* grad_input, float* grad_ln_weight, float* grad_ln_bias,
                          float* grad_linear_weight, float* grad_linear_bias, const float* input,
                          const float* ln_weight, const float* ln_bias, const float* linear_weight,
                          const float* grad_output, unsigned features, unsigned outputs) {
  using namespace hippuzzle;
  __shared__ float cells[block_cells(MOST_FEATURES)];
  const unsigned feature = threadIdx.x, i = blockIdx.x * features + feature;
  const bool is_feature = feature < features;
  const float* grad = grad_output + blockIdx.x * outputs;

  const float x = is_feature ? input[i] : 0;
  const Normalized row = normalize(x, is_feature, features, cells);
  const float gamma = is_feature ? ln_weight[feature] : 0;
  const float layer = is_feature ? gamma * row.value + ln_bias[feature] : 0;

  float d = 0;  // gradient of the layer between norm and product
  for (unsigned o = 0; o < outputs && is_feature; ++o) {
    d += linear_weight[o * features + feature] * grad[o];
    atomic_add(&grad_linear_weight[o * features + feature], grad[o] * layer);
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

// Zeros for the four sums, then the kernel: the stream orders them.
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
