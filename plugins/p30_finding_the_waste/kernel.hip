// p30: five kernels, one answer. Each computes output[i] = a[i] + b[i] and is right. Find those
// that waste work by `hippuzzle check --counts`, and repair them; leave the others unchanged. There
// are as many threads as elements, rounded up to blocks of TPB.
#include <hip/hip_runtime.h>

#include "config.hpp"

__global__ void kernel1(float* output, const float* a, const float* b, unsigned size) {
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  if (global_i < size) output[global_i] = a[global_i] + b[global_i];
}

__global__ void kernel2(float* output, const float* a, const float* b, unsigned size) {
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  for (unsigned i = global_i; i < size; i += TPB / 2) output[i] = a[i] + b[i];
}

__global__ void kernel3(float* output, const float* a, const float* b, unsigned size) {
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  if (global_i < size) {
    const unsigned i = size - 1 - global_i;
    output[i] = a[i] + b[i];
  }
}

__global__ void kernel4(float* output, const float* a, const float* b, unsigned size) {
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  const unsigned first = 8 * global_i;
  for (unsigned i = first; i < first + 8 && i < size; ++i) output[i] = a[i] + b[i];
}

__global__ void kernel5(float* output, const float* a, const float* b, unsigned size) {
  const unsigned global_i = blockDim.x * blockIdx.x + threadIdx.x;
  if (global_i < size) {
    output[global_i] = 0;
    atomicAdd(&output[global_i], a[global_i]);
    atomicAdd(&output[global_i], b[global_i]);
  }
}
