// p14: prefix sum. Fill in the kernels; hippuzzle says which variants are right.
// output, a: size elements. Blocks of TPB threads.

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

// Any size. This function runs on the host and enqueues as many kernels of yours as it takes:
// hipLaunchKernelGGL(kernel, dim3(blocks), dim3(TPB), 0, stream, arguments…). About 40 lines.
int32_t complete_prefix_sum(const hippuzzle_launch* launch) {
  auto* output = static_cast<float*>(launch->buffers[0]);
  const auto* a = static_cast<const float*>(launch->buffers[1]);
  const auto size = static_cast<unsigned>(launch->extents.n[0]);
  const hipStream_t stream = hippuzzle::stream_of(*launch);
  // FILL ME IN
  return static_cast<int32_t>(hipGetLastError());
}
