// p30, the reference kernels. output, a, b: size elements each.

__global__ void kernel1(float* output, const float* a, const float* b, unsigned size) {
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  if (global_i < size) output[global_i] = a[global_i] + b[global_i];
}

// The stride of a loop over a grid is the number of its threads. Here it makes one step.
__global__ void kernel2(float* output, const float* a, const float* b, unsigned size) {
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  for (unsigned i = global_i; i < size; i += gridDim.x * blockDim.x) output[i] = a[i] + b[i];
}

// Unchanged: a warp reads 32 neighbours, and their order within the request costs nothing.
__global__ void kernel3(float* output, const float* a, const float* b, unsigned size) {
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  if (global_i < size) {
    const unsigned i = size - 1 - global_i;
    output[i] = a[i] + b[i];
  }
}

// Neighbouring lanes take neighbouring elements.
__global__ void kernel4(float* output, const float* a, const float* b, unsigned size) {
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  if (global_i < size) output[global_i] = a[global_i] + b[global_i];
}

// One thread owns the element, so it adds up in a register.
__global__ void kernel5(float* output, const float* a, const float* b, unsigned size) {
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  if (global_i < size) output[global_i] = a[global_i] + b[global_i];
}
