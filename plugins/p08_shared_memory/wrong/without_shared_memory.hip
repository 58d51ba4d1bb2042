// Each thread adds 10 to the element itself: nothing goes through shared memory.
// variants: raw, layout-tensor

__global__ void raw_add_10_shared(float* output, const float* a, unsigned size) {
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  if (global_i < size) output[global_i] = a[global_i] + 10;
}

__global__ void layout_tensor_add_10_shared(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size));
  const LayoutTensor a_tensor(a, row_major(size));
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  if (global_i < size) output_tensor(global_i) = a_tensor(global_i) + 10;
}
