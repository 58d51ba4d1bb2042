// ring_all_reduce: a sum over several devices. Fill in the gaps; hippuzzle says whether it is
// right. ranks: `count` of them, described in ranks.hpp. Rank i comes before rank (i + 1) %
// count.
#include <hip/hip_runtime.h>

#include <hippuzzle/hip_check.hpp>

#include "ranks.hpp"

// `to` lies on the next device.
__global__ void send(float* to, const float* from, unsigned elements) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < elements) to[i] = from[i];
}

__global__ void add(float* to, const float* from, unsigned elements) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < elements) to[i] += from[i];
}

// Enqueues a kernel over a chunk on the rank's device.
void enqueue(void (*kernel)(float*, const float*, unsigned), const Rank& rank, float* to,
             const float* from, unsigned chunk) {
  HIP_CHECK(hipSetDevice(rank.device));
  hipLaunchKernelGGL(kernel, dim3((chunk + TPB - 1) / TPB), dim3(TPB), 0, rank.stream, to, from,
                     chunk);
  HIP_CHECK(hipGetLastError());
}

// Lets kernels on `device` write to memory of `peer`. 2 lines.
void connect(int device, int peer) {
  // FILL ME IN
}

// In step s rank i sends chunk i - s to the next rank's inbox, and adds the chunk in its own inbox
// to its chunk i - s - 1; count - 1 steps. `added` of every rank is recorded already: its inbox is
// free. About 16 lines.
void reduce_scatter(Rank* ranks, int count, unsigned chunk) {
  // FILL ME IN
}

// In step s rank i sends chunk i + 1 - s, which is complete, to the same chunk of the next rank's
// data; count - 1 steps. About 9 lines.
void all_gather(Rank* ranks, int count, unsigned chunk) {
  // FILL ME IN
}

void all_reduce(Rank* ranks, int count, unsigned chunk) {
  reduce_scatter(ranks, count, chunk);
  all_gather(ranks, count, chunk);
}
