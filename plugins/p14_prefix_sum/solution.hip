// p14, the reference kernels. output, a: size elements.

using BlockTensor = hippuzzle::SharedTensor<float, decltype(hippuzzle::row_major<TPB>())>;

// Replaces the block's elements by their prefix sums. All threads of the block call it.
__device__ void scan_block(BlockTensor& shared) {
  const unsigned local_i = threadIdx.x;
  for (unsigned offset = 1; offset < TPB; offset *= 2) {
    const float left = local_i >= offset ? shared(local_i - offset) : 0;
    __syncthreads();  // all have read; only now may a thread write
    shared(local_i) += left;
    __syncthreads();  // all have written; the next step reads that
  }
}

// size <= TPB, one block.
__global__ void simple_prefix_sum(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size));
  const LayoutTensor a_tensor(a, row_major(size));
  __shared__ BlockTensor shared;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  shared(local_i) = global_i < size ? a_tensor(global_i) : 0;
  __syncthreads();
  scan_block(shared);
  if (global_i < size) output_tensor(global_i) = shared(local_i);
}

// Every stride-th element: stride - 1, 2 * stride - 1, …
template <class T>
__device__ auto every(unsigned stride, T* data, unsigned size) {
  return hippuzzle::LayoutTensor(data + stride - 1, hippuzzle::make_layout(size / stride, stride));
}

// Each block scans TPB of the elements by itself, so the last of them becomes the block's sum.
__global__ void scan_blocks(float* output, const float* values, unsigned size, unsigned stride) {
  const auto output_tensor = every(stride, output, size);
  const auto values_tensor = every(stride, values, size);
  __shared__ BlockTensor shared;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  shared(local_i) = values_tensor.contains(global_i) ? values_tensor(global_i) : 0;
  __syncthreads();
  scan_block(shared);
  if (output_tensor.contains(global_i)) output_tensor(global_i) = shared(local_i);
}

// Adds the sum of the blocks before it to the other elements of a block. The blocks' last elements
// hold these sums, so they are right already.
__global__ void add_earlier_blocks(float* output, unsigned size, unsigned stride) {
  const auto output_tensor = every(stride, output, size);
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool last_of_block = threadIdx.x == TPB - 1;
  if (blockIdx.x == 0 || last_of_block || !output_tensor.contains(global_i)) return;
  output_tensor(global_i) += output_tensor(blockIdx.x * blockDim.x - 1);
}

// Prefix sums of every stride-th element. A barrier orders the threads of one block. Blocks
// are ordered by launches: one begins when the launch before it on the stream has ended.
void enqueue_scan(float* output, const float* values, unsigned size, unsigned stride,
                  hipStream_t stream) {
  const unsigned blocks = (size / stride + TPB - 1) / TPB;
  hipLaunchKernelGGL(scan_blocks, dim3(blocks), dim3(TPB), 0, stream, output, values, size, stride);
  if (blocks == 1) return;
  enqueue_scan(output, output, size, stride * TPB, stream);
  hipLaunchKernelGGL(add_earlier_blocks, dim3(blocks), dim3(TPB), 0, stream, output, size, stride);
}

// Any size.
int32_t complete_prefix_sum(const hippuzzle_launch* launch) {
  enqueue_scan(static_cast<float*>(launch->buffers[0]),
               static_cast<const float*>(launch->buffers[1]),
               static_cast<unsigned>(launch->extents.n[0]), 1, hippuzzle::stream_of(*launch));
  return static_cast<int32_t>(hipGetLastError());
}
