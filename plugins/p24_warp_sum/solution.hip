// p24, the reference kernels. output: one element for each block; a, b: size elements.

// A tree: each step adds the upper half of the cells to the lower.
__global__ void traditional_dot_product(float* output, const float* a, const float* b,
                                        unsigned size) {
  __shared__ float shared[64];
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;
  shared[local_i] = global_i < size ? a[global_i] * b[global_i] : 0;
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (local_i < stride) shared[local_i] += shared[local_i + stride];
    __syncthreads();
  }
  if (local_i == 0) output[blockIdx.x] = shared[0];
}

// The same tree in registers. All lanes call each shuffle, so idle lanes add a zero.
__global__ void warp_dot_product(float* output, const float* a, const float* b, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lanes = warp_size();

  float sum = global_i < size ? a[global_i] * b[global_i] : 0;
  for (unsigned delta = lanes / 2; delta > 0; delta /= 2) sum += shfl_down(sum, delta);
  if (lane() == 0) output[blockIdx.x] = sum;
}

// The same by name. Every lane has the sum, and one of them writes it.
__global__ void functional_dot_product(float* output, const float* a, const float* b,
                                       unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;

  const float sum = warp_sum(global_i < size ? a[global_i] * b[global_i] : 0.0f);
  if (lane() == 0) output[blockIdx.x] = sum;
}
