// p21, the reference kernels. indices: tokens; output, grad_output: tokens x
// features; table, grad_table: rows x features; all row-major.

__device__ inline bool is_row(int index, unsigned rows) {
  return index >= 0 && static_cast<unsigned>(index) < rows;
}

// Lanes are neighbouring features of one row, or of a few rows.
__global__ void coalesced(float* output, const int* indices, const float* table, unsigned tokens,
                          unsigned rows, unsigned features) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= tokens * features) return;
  const int index = indices[i / features];
  output[i] = is_row(index, rows) ? table[index * features + i % features] : 0;
}

// threadIdx.x changes from lane to lane, so it counts features.
__global__ void grid_2d(float* output, const int* indices, const float* table, unsigned tokens,
                        unsigned rows, unsigned features) {
  const unsigned token = blockIdx.x * TPB_2D + threadIdx.y;
  const unsigned feature = blockIdx.y * TPB_2D + threadIdx.x;
  if (token >= tokens || feature >= features) return;
  const int index = indices[token];
  output[token * features + feature] = is_row(index, rows) ? table[index * features + feature] : 0;
}

__global__ void add_rows(float* grad_table, const int* indices, const float* grad_output,
                         unsigned tokens, unsigned rows, unsigned features) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= tokens * features) return;
  const int index = indices[i / features];
  if (is_row(index, rows))
    hippuzzle::atomic_add(&grad_table[index * features + i % features], grad_output[i]);
}

// The zeros are complete before the first block of the kernel starts, because the stream orders
// them. No block of the kernel could promise that to the others.
int32_t backward(const hippuzzle_launch* launch) {
  auto* grad_table = static_cast<float*>(launch->buffers[0]);
  const auto* indices = static_cast<const int*>(launch->buffers[1]);
  const auto* grad_output = static_cast<const float*>(launch->buffers[2]);
  const auto tokens = static_cast<unsigned>(launch->extents.n[0]);
  const auto rows = static_cast<unsigned>(launch->extents.n[1]);
  const auto features = static_cast<unsigned>(launch->extents.n[2]);
  const hipStream_t stream = hippuzzle::stream_of(*launch);

  const hipError_t error = hipMemsetAsync(grad_table, 0, sizeof(float) * rows * features, stream);
  if (error != hipSuccess) return static_cast<int32_t>(error);

  const dim3 blocks(launch->configuration.grid.x), threads(launch->configuration.block.x);
  hipLaunchKernelGGL(add_rows, blocks, threads, 0, stream, grad_table, indices, grad_output, tokens,
                     rows, features);
  return static_cast<int32_t>(hipGetLastError());
}
