// The kernels of cpu_platform.cpp and their launches, as a module that is opened with dlopen.
#include <hip/hip_runtime.h>

namespace {

constexpr int tile = 16;

__global__ void naive_product(const float* a, const float* b, float* c, int n) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || col >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
  c[row * n + col] = sum;
}

// n is a multiple of the tile.
__global__ void tiled_product(const float* a, const float* b, float* c, int n) {
  __shared__ float a_tile[tile][tile];
  __shared__ float b_tile[tile][tile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int col = blockIdx.x * tile + tx, row = blockIdx.y * tile + ty;
  float sum = 0;
  for (int t = 0; t < n / tile; ++t) {
    a_tile[ty][tx] = a[row * n + t * tile + tx];
    b_tile[ty][tx] = b[(t * tile + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < tile; ++k) sum += a_tile[ty][k] * b_tile[k][tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

__global__ void copy_bytes(const unsigned char* from, unsigned char* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i];
}

__global__ void barriers(int* out, int count) {
  for (int i = 0; i < count; ++i) __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = count;
}

__global__ void shuffles(int* out, int count) {
  int value = static_cast<int>(threadIdx.x);
  for (int i = 0; i < count; ++i) value += __shfl_xor(value, 1);
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

}  // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED void launch_naive_product(const float* a, const float* b, float* c, int n) {
  hipLaunchKernelGGL(naive_product, dim3(n / tile, n / tile), dim3(tile, tile), 0, nullptr, a, b, c,
                     n);
}

EXPORTED void launch_tiled_product(const float* a, const float* b, float* c, int n) {
  hipLaunchKernelGGL(tiled_product, dim3(n / tile, n / tile), dim3(tile, tile), 0, nullptr, a, b, c,
                     n);
}

EXPORTED void launch_add(const float* a, const float* b, float* c, int n) {
  hipLaunchKernelGGL(add, dim3((n + 255) / 256), dim3(256), 0, nullptr, a, b, c, n);
}

EXPORTED void launch_copy_bytes(const unsigned char* from, unsigned char* to, int n) {
  hipLaunchKernelGGL(copy_bytes, dim3((n + 255) / 256), dim3(256), 0, nullptr, from, to, n);
}

EXPORTED void launch_barriers(int* out, int blocks, int threads, int count) {
  hipLaunchKernelGGL(barriers, dim3(blocks), dim3(threads), 0, nullptr, out, count);
}

EXPORTED void launch_shuffles(int* out, int blocks, int threads, int count) {
  hipLaunchKernelGGL(shuffles, dim3(blocks), dim3(threads), 0, nullptr, out, count);
}
