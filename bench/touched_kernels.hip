// Much memory, written and read once: kernels of check.cpp, without warp or atomic operations,
// because of which a launch may have to run again and memory be copied for it.
#include <hip/hip_runtime.h>

namespace {

__global__ void fill(float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = static_cast<float>(i);
}

__global__ void sum(const float* from, float* to, int n) {
  const int threads = gridDim.x * blockDim.x, first = blockIdx.x * blockDim.x + threadIdx.x;
  float total = 0;
  for (int i = first; i < n; i += threads) total += from[i];
  to[first] = total;
}

}  // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED void launch_fill(float* to, int n) {
  hipLaunchKernelGGL(fill, dim3((n + 255) / 256), dim3(256), 0, nullptr, to, n);
}

EXPORTED void launch_sum(const float* from, float* to, int blocks, int n) {
  hipLaunchKernelGGL(sum, dim3(blocks), dim3(256), 0, nullptr, from, to, n);
}
