// All later blocks add the first block's sum only, which is enough for two blocks, not for three.
// variants: complete
#define complete_prefix_sum right_complete_prefix_sum
#include "solution.hip"
#undef complete_prefix_sum

__global__ void add_first_block(float* output, unsigned size) {
  const hippuzzle::LayoutTensor output_tensor(output, hippuzzle::row_major(size));
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0 && global_i < size) output_tensor(global_i) += output_tensor(TPB - 1);
}

int32_t complete_prefix_sum(const hippuzzle_launch* launch) {
  auto* const output = static_cast<float*>(launch->buffers[0]);
  const auto* const a = static_cast<const float*>(launch->buffers[1]);
  const auto size = static_cast<unsigned>(launch->extents.n[0]);
  const hipStream_t stream = hippuzzle::stream_of(*launch);
  const dim3 blocks((size + TPB - 1) / TPB);

  hipLaunchKernelGGL(scan_blocks, blocks, dim3(TPB), 0, stream, output, a, size, 1u);
  hipLaunchKernelGGL(add_first_block, blocks, dim3(TPB), 0, stream, output, size);
  return static_cast<int32_t>(hipGetLastError());
}
