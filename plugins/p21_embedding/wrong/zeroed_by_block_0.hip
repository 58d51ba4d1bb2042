// Block 0 zeroes the table, while other blocks already add to it.
// variants: backward
#define add_rows right_add_rows
#define backward right_backward
#include "solution.hip"
#undef add_rows
#undef backward

__global__ void add_rows(float* grad_table, const int* indices, const float* grad_output,
                         unsigned tokens, unsigned rows, unsigned features) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x == 0) {
    for (unsigned j = threadIdx.x; j < rows * features; j += blockDim.x) grad_table[j] = 0;
  }
  __syncthreads();
  if (i >= tokens * features) return;
  const int index = indices[i / features];
  if (is_row(index, rows))
    hippuzzle::atomic_add(&grad_table[index * features + i % features], grad_output[i]);
}

int32_t backward(const hippuzzle_launch* launch) {
  auto* grad_table = static_cast<float*>(launch->buffers[0]);
  const auto* indices = static_cast<const int*>(launch->buffers[1]);
  const auto* grad_output = static_cast<const float*>(launch->buffers[2]);
  const auto tokens = static_cast<unsigned>(launch->extents.n[0]);
  const auto rows = static_cast<unsigned>(launch->extents.n[1]);
  const auto features = static_cast<unsigned>(launch->extents.n[2]);
  const hipStream_t stream = hippuzzle::stream_of(*launch);

  const dim3 blocks(launch->configuration.grid.x), threads(launch->configuration.block.x);
  hipLaunchKernelGGL(add_rows, blocks, threads, 0, stream, grad_table, indices, grad_output, tokens,
                     rows, features);
  return static_cast<int32_t>(hipGetLastError());
}
