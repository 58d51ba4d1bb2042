// p31, the reference kernels. output, x, y: size elements each.

__global__ void minimal_saxpy(float* output, const float* x, const float* y, unsigned size) {
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  if (global_i < size) output[global_i] = 2.5f * x[global_i] + y[global_i];
}

// Blocks of 128, 256 or 512 threads fill every known multiprocessor.
inline Blocks minimal_blocks(unsigned size) { return {(size + 255) / 256, 256}; }

// A cell for each thread: 1 KiB.
__global__ void sophisticated_saxpy(float* output, const float* x, const float* y, unsigned size) {
  __shared__ float scratch[256];
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  if (global_i < size) {
    scratch[threadIdx.x] = 2.5f * x[global_i];
    output[global_i] = scratch[threadIdx.x] + y[global_i];
  }
}

inline Blocks sophisticated_blocks(unsigned size) { return {(size + 255) / 256, 256}; }

__global__ void balanced_saxpy(float* output, const float* x, const float* y, unsigned size) {
  __shared__ float scratch[4 * 1024];
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  if (global_i < size) {
    scratch[threadIdx.x] = 2.5f * x[global_i];
    output[global_i] = scratch[threadIdx.x] + y[global_i];
  }
}

// The block's 16 KiB serve twice as many threads as before: three blocks of 17 KiB on sm_86 are 48
// warps, four of 16 KiB on gfx90a are 32.
inline Blocks balanced_blocks(unsigned size) { return {(size + 511) / 512, 512}; }
