// p32, the reference kernels. output, input: size elements each.

// Cell t is in bank t % 32, so the lanes of a warp have a bank each. Each thread reads its own cell
// only, so no barrier is needed.
__global__ void no_conflict(float* output, const float* input, unsigned size) {
  __shared__ float shared[TPB];
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  if (global_i < size) {
    shared[local_i] = input[global_i] + 10;
    output[global_i] = 2 * shared[local_i];
  }
}

// With a stride of 1 instead of 2 the cells are half as many, too.
__global__ void two_way(float* output, const float* input, unsigned size) {
  __shared__ float shared[TPB];
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  if (global_i < size) shared[local_i] = input[global_i] + 10;
  __syncthreads();
  if (global_i < size) output[global_i] = 2 * shared[local_i];
}
