// p14: prefix sum. Fill in the kernels; hippuzzle says which variants are right.
// output, a: size elements. Blocks of TPB threads.
#include <hip/hip_runtime.h>

#include <hippuzzle/bindings.hpp>
#include <hippuzzle/static_tensor.hpp>

#include "config.hpp"

// size <= TPB, one block: after step k, element i is the sum of its last 2^k. About 14 lines.
__global__ void simple_prefix_sum(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size));
  const LayoutTensor a_tensor(a, row_major(size));
  __shared__ SharedTensor<float, decltype(row_major<TPB>())> shared;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;
  // FILL ME IN
}

// --complete, any size. Begin with two blocks: scan_blocks, then add_earlier_blocks, both with
// stride 1, are enough for the example.

// Each block scans TPB elements by itself, so the last of them becomes the block's sum. Element k
// is number (k + 1) * stride - 1 of output and of values: with stride 1 every element, with stride
// TPB the blocks' sums. About 15 lines.
__global__ void scan_blocks(float* output, const float* values, unsigned size, unsigned stride) {
  // FILL ME IN
}

// Every block after the first adds the element before them to its elements. About 5 lines.
__global__ void add_earlier_blocks(float* output, unsigned size, unsigned stride) {
  // FILL ME IN
}

// This function runs on the host and enqueues as many of your kernels as it needs. About 15 lines.
int32_t complete_prefix_sum(const hippuzzle_launch* launch) {
  auto* output = static_cast<float*>(launch->buffers[0]);
  const auto* a = static_cast<const float*>(launch->buffers[1]);
  const auto size = static_cast<unsigned>(launch->extents.n[0]);
  const hipStream_t stream = hippuzzle::stream_of(*launch);
  const dim3 blocks((size + TPB - 1) / TPB);

  hipLaunchKernelGGL(scan_blocks, blocks, dim3(TPB), 0, stream, output, a, size, 1u);
  // From three blocks on the blocks' sums are scanned here, by the same kernels with a larger
  // stride.
  // FILL ME IN: add the sums of earlier blocks to the later ones.
  return static_cast<int32_t>(hipGetLastError());
}
