// fusion: a layer of a neural network, max(A x B + bias, 0). Fill in the kernels; hippuzzle says
// which variants are right, and `hippuzzle check` limits their reads and writes.
// output: m x n (m for fused_sum_layer), a: m x k, b: k x n, bias: n, row-major. Blocks of TPB x
// TPB threads.
//
// Given, in product.hpp: product_element(a, b, row, col, m, n, k), p16's tiled product. All threads
// of a block call it, with row and col of a tile; it returns the element there, or 0 outside.
#include <hip/hip_runtime.h>

#include <hippuzzle/bindings.hpp>

#include "config.hpp"
#include "product.hpp"

__global__ void product(float* output, const float* a, const float* b, unsigned m, unsigned n,
                        unsigned k) {
  const unsigned row = blockIdx.y * TPB + threadIdx.y;
  const unsigned col = blockIdx.x * TPB + threadIdx.x;
  const float sum = product_element(a, b, row, col, m, n, k);
  // FILL ME IN: about 1 line
}

// Two more kernels belong here, which change the output in place: one adds the bias of its column
// to each element, one replaces negative elements by 0.
// FILL ME IN: about 12 lines

// This function runs on the host and enqueues the three kernels, one after the other:
// hipLaunchKernelGGL(kernel, blocks, threads, 0, stream, arguments…). About 3 lines.
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
  // FILL ME IN
  return static_cast<int32_t>(hipGetLastError());
}

// The same in one kernel, which writes each element once. About 4 lines.
__global__ void fused_layer(float* output, const float* a, const float* b, const float* bias,
                            unsigned m, unsigned n, unsigned k) {
  const unsigned row = blockIdx.y * TPB + threadIdx.y;
  const unsigned col = blockIdx.x * TPB + threadIdx.x;
  // FILL ME IN
}

// output[row]: the sum of the layer's row. One block has TPB rows and all their columns. About 15
// lines.
__global__ void fused_sum_layer(float* output, const float* a, const float* b, const float* bias,
                                unsigned m, unsigned n, unsigned k) {
  __shared__ float sums[TPB][TPB];
  const unsigned row = blockIdx.y * TPB + threadIdx.y;
  // FILL ME IN
}
