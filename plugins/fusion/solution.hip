// fusion, the reference kernels. output: m x n (m for fused_sum_layer), a: m x k, b: k x n, bias:
// n, row-major. Blocks of TPB x TPB threads. product_element() is given, in product.hpp.

__global__ void product(float* output, const float* a, const float* b, unsigned m, unsigned n,
                        unsigned k) {
  const unsigned row = blockIdx.y * TPB + threadIdx.y;
  const unsigned col = blockIdx.x * TPB + threadIdx.x;
  const float sum = product_element(a, b, row, col, m, n, k);
  if (row < m && col < n) output[row * n + col] = sum;
}

__global__ void add_bias(float* output, const float* bias, unsigned m, unsigned n) {
  const unsigned row = blockIdx.y * TPB + threadIdx.y;
  const unsigned col = blockIdx.x * TPB + threadIdx.x;
  if (row < m && col < n) output[row * n + col] += bias[col];
}

__global__ void activate(float* output, unsigned m, unsigned n) {
  const unsigned row = blockIdx.y * TPB + threadIdx.y;
  const unsigned col = blockIdx.x * TPB + threadIdx.x;
  if (row >= m || col >= n) return;
  const float value = output[row * n + col];
  output[row * n + col] = value > 0 ? value : 0;
}

// Three launches on one stream, each through all of the output.
int32_t unfused_layer(const hippuzzle_launch* launch) {
  auto* output = static_cast<float*>(launch->buffers[0]);
  const auto* a = static_cast<const float*>(launch->buffers[1]);
  const auto* b = static_cast<const float*>(launch->buffers[2]);
  const auto* bias = static_cast<const float*>(launch->buffers[3]);
  const auto m = static_cast<unsigned>(launch->extents.n[0]);
  const auto n = static_cast<unsigned>(launch->extents.n[1]);
  const auto k = static_cast<unsigned>(launch->extents.n[2]);
  const hipStream_t stream = hippuzzle::stream_of(*launch);
  const dim3 blocks((n + TPB - 1) / TPB, (m + TPB - 1) / TPB), threads(TPB, TPB);

  hipLaunchKernelGGL(product, blocks, threads, 0, stream, output, a, b, m, n, k);
  hipLaunchKernelGGL(add_bias, blocks, threads, 0, stream, output, bias, m, n);
  hipLaunchKernelGGL(activate, blocks, threads, 0, stream, output, m, n);
  return static_cast<int32_t>(hipGetLastError());
}

// The sum is in a register when it is complete, so the next stages do not go through memory.
__global__ void fused_layer(float* output, const float* a, const float* b, const float* bias,
                            unsigned m, unsigned n, unsigned k) {
  const unsigned row = blockIdx.y * TPB + threadIdx.y;
  const unsigned col = blockIdx.x * TPB + threadIdx.x;
  const float sum = product_element(a, b, row, col, m, n, k);
  if (row >= m || col >= n) return;
  const float value = sum + bias[col];
  output[row * n + col] = value > 0 ? value : 0;
}

// The block walks along its TPB rows of the layer, a tile at a time, and keeps their sums only.
__global__ void fused_sum_layer(float* output, const float* a, const float* b, const float* bias,
                                unsigned m, unsigned n, unsigned k) {
  __shared__ float sums[TPB][TPB];
  const unsigned row = blockIdx.y * TPB + threadIdx.y;

  float mine = 0;  // of columns threadIdx.x, threadIdx.x + TPB, …
  for (unsigned first = 0; first < n; first += TPB) {
    const unsigned col = first + threadIdx.x;
    const float sum = product_element(a, b, row, col, m, n, k);  // all threads: it has barriers
    if (row >= m || col >= n) continue;
    const float value = sum + bias[col];
    mine += value > 0 ? value : 0;
  }

  sums[threadIdx.y][threadIdx.x] = mine;
  __syncthreads();
  for (unsigned stride = TPB / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride)
      sums[threadIdx.y][threadIdx.x] += sums[threadIdx.y][threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0 && row < m) output[row] = sums[threadIdx.y][0];
}
