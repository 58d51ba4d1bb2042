// p09: finding the cause. Each variant has one planted mistake (the last one two): find it with
// `hippuzzle check`, fix it at its cause, and leave the rest unchanged.
// output, a: size elements.
#include <hip/hip_runtime.h>

#include <hippuzzle/bindings.hpp>

#include "config.hpp"

// An array in the device's memory.
struct Array {
  float* data;
  unsigned size;
};

// Buffer `number` of a launch: 0 is the output, 1 is `a`. An empty array if there is none.
Array buffer(const hippuzzle_launch& launch, uint32_t number) {
  const bool is_there = number + 1 < launch.buffer_count;
  if (!is_there) return {nullptr, 0};
  return {static_cast<float*>(launch.buffers[number]), static_cast<unsigned>(launch.extents.n[0])};
}

// First case: it crashes. One block, a thread for each element, which should become a[i] + 10.
__global__ void add_10_kernel(float* output, const float* a) {
  const unsigned i = threadIdx.x;
  output[i] = a[i] + 10;
}

// Runs on the host and enqueues the kernel.
int32_t add_10(const hippuzzle_launch* launch) {
  const Array output = buffer(*launch, 0);
  const Array a = buffer(*launch, 1);
  hipLaunchKernelGGL(add_10_kernel, dim3(1), dim3(output.size), 0, hippuzzle::stream_of(*launch),
                     output.data, a.data);
  return static_cast<int32_t>(hipGetLastError());
}

// Second case: it ends, and the answer is wrong. One block, a thread for each element, which
// should become the sum of a[i - 1], a[i] and a[i + 1]; a missing element counts as 0.
__global__ void window_sum(float* output, const float* a, unsigned size) {
  const int i = static_cast<int>(threadIdx.x);
  float sum = 0;
  for (int offset = -RADIUS; offset < RADIUS; ++offset) {
    const int neighbour = i + offset;
    if (neighbour >= 0 && neighbour < static_cast<int>(size)) sum += a[neighbour];
  }
  output[i] = sum;
}

// Third case: it may hang. Blocks of TPB threads. The first CELLS elements of a block should
// become themselves plus half of their left neighbour, if they have one in the block; the last one
// is copied.
__global__ void filter(float* output, const float* a) {
  __shared__ float shared[CELLS];
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  if (local_i < CELLS) shared[local_i] = a[global_i];
  __syncthreads();

  if (local_i < CELLS) {
    if (local_i > 0) shared[local_i] += 0.5f * shared[local_i - 1];
    __syncthreads();
  }
  __syncthreads();

  output[global_i] = local_i < CELLS ? shared[local_i] : a[global_i];
}
