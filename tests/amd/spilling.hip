// Kernels with faults that no puzzle's kernel may have: the test's reader must find them.
#include <hip/hip_runtime.h>

// An array indexed by a value known at run time only: it lives in scratch memory.
__global__ void uses_scratch(int* p) {
  int values[64];
  for (int i = 0; i < 64; ++i) values[i] = p[i];
  p[threadIdx.x] = values[p[threadIdx.x] & 63];
}

// More values alive at once than the registers it is allowed.
__global__ __attribute__((amdgpu_num_vgpr(16))) void spills(const float* in, float* out) {
  float values[48];
#pragma unroll
  for (int i = 0; i < 48; ++i) values[i] = in[i * 64 + threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 48; ++i) out[i * 64 + threadIdx.x] = values[47 - i] * values[i];
}

// More than 256 values, because a GPU may have accumulators for the values that are too many.
__global__ void __launch_bounds__(64) keeps_many(const float* in, float* out) {
  float values[280];
#pragma unroll
  for (int i = 0; i < 280; ++i) values[i] = in[i * 64 + threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 280; ++i) out[i * 64 + threadIdx.x] = values[279 - i] * values[i];
}
