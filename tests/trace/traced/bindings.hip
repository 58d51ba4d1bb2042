// Kernels whose traces are known. Parameters: output, a, n.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/layout_tv.hpp>
#include <hippuzzle/static_tensor.hpp>
#include <hippuzzle/tensor_copy.hpp>
#include <hippuzzle/tile.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

// Threads take thread % 3 rounds, and threads 66 and up leave early. 70 threads are three warps of
// 32 lanes, or two of 64.
__global__ void diverging(float* output, const float* a, unsigned n) {
  const unsigned i = threadIdx.x;
  if (i >= 66 || i >= n) return;
  float sum = 0;
  for (unsigned round = 0; round < i % 3; ++round) sum += a[round * 70 + i];
  output[i] = sum;
}

// 2 x 3 x 4 threads, each turns the number of its opposite round in dynamic shared memory.
__global__ void cube(float* output, const float* a) {
  extern __shared__ float turned[];
  const unsigned i = (threadIdx.z * 3 + threadIdx.y) * 2 + threadIdx.x;
  if (i < 16) turned[i] = a[i];
  __syncthreads();
  if (i < 16) output[i] = turned[15 - i];
}

__global__ void first_of_two(float* output, const float* a) {
  output[blockIdx.x * 4 + threadIdx.x] = a[threadIdx.x];
}
__global__ void second_of_two(float* output) { output[threadIdx.x] += 1; }

int32_t launch_two(const hippuzzle_launch* launch) {
  const hipStream_t stream = hippuzzle::stream_of(*launch);
  auto* output = static_cast<float*>(launch->buffers[0]);
  const auto* a = static_cast<const float*>(launch->buffers[1]);
  hipLaunchKernelGGL(first_of_two, dim3(3), dim3(4), 0, stream, output, a);
  hipLaunchKernelGGL(second_of_two, dim3(1), dim3(4), 0, stream, output);
  return static_cast<int32_t>(hipGetLastError());
}

// A warp writes a column of a tile, which is in one bank, and reads every eighth number.
__global__ void conflicts(float* output, const float* a) {
  __shared__ float tile[32][32];
  tile[threadIdx.x][0] = a[threadIdx.x * 8];
  __syncthreads();
  output[threadIdx.x] = tile[threadIdx.x][0];
}

// Wide, atomic and narrow accesses; locals of several types, one without a value.
__global__ void values(float* output, const float* a) {
  __shared__ int counter;
  __shared__ unsigned char bytes[4];
  __shared__ float4 quads[4];
  const unsigned i = threadIdx.x;
  if (i == 0) counter = 10;
  bytes[i] = static_cast<unsigned char>(200 + i);
  quads[i] = reinterpret_cast<const float4*>(a)[i];
  double half = i / 2.0;
  bool is_odd = i % 2 == 1;
  float kept[2] = {a[i], -a[i]};
  int never;
  __syncthreads();
  atomicAdd(&counter, static_cast<int>(i));
  if (is_odd) never = 7;
  __syncthreads();
  if (i == 3) never = 8;
  output[i] = kept[0] + static_cast<float>(half) + (is_odd ? static_cast<float>(never) : 0) +
              static_cast<float>(bytes[i]);
}

__global__ void uneven_barrier(float* output, const float* a) {
  if (threadIdx.x >= 2) return;
  output[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  output[threadIdx.x] += 1;
}

__global__ void endless(float* output, const float* a) {
  for (volatile unsigned i = 0; i + 1 > 0 || a == nullptr; i = 1) {
  }
  output[0] = 0;
}

__global__ void large(float* output, const float* a) {
  float sum = 0;
  for (unsigned i = 0; i < 2048; ++i) sum += a[i];
  output[threadIdx.x] = sum;
}

using hippuzzle::launch;
HIPPUZZLE_BINDINGS("traced", {"tiled", launch<tiled_matmul>}, {"diverging", launch<diverging>},
                   {"cube", launch<cube>}, {"launches", launch_two},
                   {"conflicts", launch<conflicts>}, {"values", launch<values>},
                   {"uneven-barrier", launch<uneven_barrier>}, {"endless", launch<endless>},
                   {"large", launch<large>});
