// p21: output[t] = table[indices[t]], rows of `features` elements, and the gradient of the table.
// Fill in the kernels; hippuzzle says which variants are right. indices has `tokens` elements;
// output and grad_output are tokens x features, table and grad_table rows x features, row-major. An
// index below 0 or from `rows` on has no row.
#include <hip/hip_runtime.h>

#include <hippuzzle/atomic.hpp>
#include <hippuzzle/bindings.hpp>

#include "config.hpp"

// A thread for each element of the output, in its order. An index without a row gives 0. About 6
// lines.
__global__ void coalesced(float* output, const int* indices, const float* table, unsigned tokens,
                          unsigned rows, unsigned features) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  // FILL ME IN
}

// The same with blocks of TPB_2D x TPB_2D threads. blockIdx.x counts blocks of tokens, blockIdx.y
// blocks of features. Decide which of threadIdx.x and threadIdx.y is the token, read the counts, and
// exchange them. About 7 lines.
__global__ void grid_2d(float* output, const int* indices, const float* table, unsigned tokens,
                        unsigned rows, unsigned features) {
  // FILL ME IN
}

// Adds each row of grad_output to the row of grad_table that its token has. A thread for each
// element of grad_output. About 5 lines, with hippuzzle::atomic_add.
__global__ void add_rows(float* grad_table, const int* indices, const float* grad_output,
                         unsigned tokens, unsigned rows, unsigned features) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  // FILL ME IN
}

// The launch of --backward. What is on a stream runs in the stream's order.
int32_t backward(const hippuzzle_launch* launch) {
  auto* grad_table = static_cast<float*>(launch->buffers[0]);
  const auto* indices = static_cast<const int*>(launch->buffers[1]);
  const auto* grad_output = static_cast<const float*>(launch->buffers[2]);
  const auto tokens = static_cast<unsigned>(launch->extents.n[0]);
  const auto rows = static_cast<unsigned>(launch->extents.n[1]);
  const auto features = static_cast<unsigned>(launch->extents.n[2]);
  const hipStream_t stream = hippuzzle::stream_of(*launch);

  // FILL ME IN: every row needs a value, also one that no token has. One line.

  const dim3 blocks(launch->configuration.grid.x), threads(launch->configuration.block.x);
  hipLaunchKernelGGL(add_rows, blocks, threads, 0, stream, grad_table, indices, grad_output, tokens,
                     rows, features);
  return static_cast<int32_t>(hipGetLastError());
}
