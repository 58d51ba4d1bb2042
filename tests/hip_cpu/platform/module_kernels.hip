// Kernels in a library of their own, for module_test.hip.
#include <hip/hip_runtime.h>

#include <cstdlib>

namespace {

template <int size>
__global__ void reverse(int* values) {
  extern __shared__ int dynamic[];
  __shared__ int fixed[size];
  dynamic[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  fixed[threadIdx.x] = dynamic[blockDim.x - 1 - threadIdx.x];
  __syncthreads();
  values[blockIdx.x * blockDim.x + threadIdx.x] = fixed[threadIdx.x];
}

__global__ void exit_behind_barrier(unsigned exiting_thread) {
  __syncthreads();
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == exiting_thread) std::exit(42);
}

}  // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED void launch_reverse(int* values, int threads) {
  hipLaunchKernelGGL(reverse<512>, dim3(1), dim3(threads), threads * sizeof(int), nullptr, values);
}

EXPORTED void launch_exit(int blocks, int threads) {
  hipLaunchKernelGGL(exit_behind_barrier, dim3(blocks), dim3(threads), 0, nullptr, threads / 2u);
}
