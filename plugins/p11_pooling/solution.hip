// p11, the reference kernels. output, a: size elements, size <= TPB. One block.

// One global read and one global write a thread; the window slides over shared memory.
__global__ void raw_pooling(float* output, const float* a, unsigned size) {
  __shared__ float shared[TPB];
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  if (global_i < size) shared[local_i] = a[global_i];
  __syncthreads();  // the neighbours' elements are in place
  if (global_i >= size) return;

  // The first two windows are cut off at the start.
  float sum = 0;
  for (unsigned back = 0; back < WINDOW && back <= local_i; ++back) sum += shared[local_i - back];
  output[global_i] = sum;
}

// The same with tensors, which know their extents.
__global__ void layout_tensor_pooling(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size));
  const LayoutTensor a_tensor(a, row_major(size));
  __shared__ SharedTensor<float, decltype(row_major<TPB>())> shared;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  if (a_tensor.contains(global_i)) shared(local_i) = a_tensor(global_i);
  __syncthreads();
  if (!output_tensor.contains(global_i)) return;

  float sum = 0;
  for (unsigned back = 0; back < WINDOW && back <= local_i; ++back) sum += shared(local_i - back);
  output_tensor(global_i) = sum;
}
