// p08, the reference kernels. output, a: size elements, in blocks of TPB threads.

// Shared memory is the block's: its index is the thread's number within the block.
__global__ void raw_add_10_shared(float* output, const float* a, unsigned size) {
  __shared__ float shared[TPB];
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  if (global_i < size) shared[local_i] = a[global_i];
  __syncthreads();  // outside the branch: every thread of the block must arrive

  if (global_i < size) output[global_i] = shared[local_i] + 10;
}

// The same with tensors; the barrier is the kernel's still.
__global__ void layout_tensor_add_10_shared(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size));
  const LayoutTensor a_tensor(a, row_major(size));
  __shared__ SharedTensor<float, decltype(row_major<TPB>())> shared;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  if (global_i < size) shared(local_i) = a_tensor(global_i);
  __syncthreads();

  if (global_i < size) output_tensor(global_i) = shared(local_i) + 10;
}

// Cell count - 1 - local_i is another thread's, so here the barrier decides about the answer.
__global__ void reverse_in_block(float* output, const float* a, unsigned size) {
  __shared__ float shared[TPB];
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;
  const unsigned left = size - blockIdx.x * blockDim.x, count = left < TPB ? left : TPB;

  if (global_i < size) shared[local_i] = a[global_i];
  __syncthreads();

  if (global_i < size) output[global_i] = shared[count - 1 - local_i];
}
