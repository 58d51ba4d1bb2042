// libcu++'s atomic variables and barriers, asynchronous copies, and reductions of a warp.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/std/atomic>

#include "expect.h"

namespace cg = cooperative_groups;

__global__ void count(int* total, float* sum, cuda::atomic<unsigned, cuda::thread_scope_device>* n) {
  cuda::atomic_ref<int, cuda::thread_scope_device> by_reference(*total);
  by_reference.fetch_add(1, cuda::memory_order_relaxed);
  cuda::atomic_ref<float> number(*sum);
  number += 0.5f;
  n->fetch_max(threadIdx.x + 1, cuda::std::memory_order_relaxed);
  int expected = -1;
  by_reference.compare_exchange_strong(expected, 0);
}

// A value that one block publishes and another one takes.
__global__ void hand_over(int* value, cuda::atomic<int, cuda::thread_scope_device>* flag, int* out) {
  if (blockIdx.x == 0) {
    *value = 42;
    flag->store(1, cuda::memory_order_release);
  } else if (flag->load(cuda::memory_order_acquire) == 1) {
    *out = *value;
  }
}

__global__ void turn(const int* in, int* out) {
  __shared__ int tile[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  const auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&barrier, blockDim.x);
  block.sync();
  for (int round = 0; round < 3; ++round) {
    cuda::memcpy_async(block, tile, in, sizeof tile, barrier);
    barrier.arrive_and_wait();
    out[threadIdx.x] = tile[63 - threadIdx.x];
    barrier.wait(barrier.arrive());
  }
}

__global__ void turn_by_groups(const int* in, int* out) {
  __shared__ int tile[64];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, sizeof tile);
  cg::wait(block);
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

__global__ void reduce(int* out) {
  const int lane = static_cast<int>(threadIdx.x % 32);
  const unsigned mask = lane < 16 ? 0xffffu : 0xffff0000u;
  const int sum = __reduce_add_sync(mask, lane), least = __reduce_min_sync(mask, -lane);
  const unsigned bits = __reduce_or_sync(mask, 1u << lane);
  out[threadIdx.x] = sum + least + (bits == mask);
}

__global__ void use_dynamic(int* out) {
  extern __shared__ int memory[];
  memory[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = memory[63 - threadIdx.x];
}

int main() {
  int *total, *in, *out, host[64];
  float *sum, host_sum;
  cuda::atomic<unsigned, cuda::thread_scope_device>* greatest;
  cuda::atomic<int, cuda::thread_scope_device>* flag;
  cudaMalloc(&total, 4);
  cudaMalloc(&sum, 4);
  cudaMalloc(&greatest, 4);
  cudaMalloc(&flag, 4);
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemset(total, 0, 4);
  cudaMemset(sum, 0, 4);
  cudaMemset(greatest, 0, 4);
  cudaMemset(flag, 0, 4);
  count<<<4, 64>>>(total, sum, greatest);
  cudaMemcpy(host, total, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(host + 1, greatest, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(&host_sum, sum, 4, cudaMemcpyDeviceToHost);
  EXPECT(host[0] == 256);
  EXPECT(host[1] == 64);
  EXPECT(host_sum == 128);

  cudaMemset(out, 0, sizeof host);
  hand_over<<<2, 1>>>(total, flag, out);
  for (int i = 0; i < 64; ++i) host[i] = i;
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  turn<<<1, 64>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  EXPECT(host[0] == 63 && host[63] == 0);
  turn_by_groups<<<1, 64>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  EXPECT(host[1] == 62);

  reduce<<<1, 32>>>(out);
  cudaMemcpy(host, out, 128, cudaMemcpyDeviceToHost);
  EXPECT(host[0] == 120 - 15 + 1);
  EXPECT(host[20] == 376 - 31 + 1);

  EXPECT(cudaFuncSetAttribute(use_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 49152) ==
         cudaSuccess);
  use_dynamic<<<1, 64, 49152>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  EXPECT(host[0] == 63);
  return failures;
}
