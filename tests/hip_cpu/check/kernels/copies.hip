// Asynchronous copies to shared memory for which nobody waits, or not everybody.
#include <hippuzzle/async_copy.hpp>

#include "tests/hip_cpu/check/case.hpp"

using hippuzzle::async_copy;
using hippuzzle::async_copy_commit;
using hippuzzle::async_copy_wait;
using hippuzzle::async_copy_wait_all;

// case copy_without_a_wait
//   race tile [copy] [read]
__global__ void copy_without_a_wait(float* out, const float* in) {
  __shared__ float tile[64];
  async_copy(&tile[threadIdx.x], &in[threadIdx.x]);  // [copy]
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];  // [read]
}
CASE(copy_without_a_wait) {
  RUN(copy_without_a_wait, (1), (64), output<float>("out", 64), input<float>("in", 64));
}

// case copy_with_a_wait
__global__ void copy_with_a_wait(float* out, const float* in) {
  __shared__ float tile[64];
  async_copy(&tile[threadIdx.x], &in[threadIdx.x]);
  async_copy_wait_all();
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}
CASE(copy_with_a_wait) {
  RUN(copy_with_a_wait, (2), (64), output<float>("out", 128), input<float>("in", 64));
}

// case own_copy_read_too_early
//   race tile [copy] [read]
__global__ void own_copy_read_too_early(float* out, const float* in) {
  __shared__ float tile[32];
  async_copy(&tile[threadIdx.x], &in[threadIdx.x]);  // [copy]
  out[threadIdx.x] = tile[threadIdx.x];              // [read]
  async_copy_wait_all();
}
CASE(own_copy_read_too_early) {
  RUN(own_copy_read_too_early, (1), (32), output<float>("out", 32), input<float>("in", 32));
}

// case own_copy_read_behind_the_wait
__global__ void own_copy_read_behind_the_wait(float* out, const float* in) {
  __shared__ float tile[32];
  async_copy(&tile[threadIdx.x], &in[threadIdx.x]);
  async_copy_wait_all();
  out[threadIdx.x] = tile[threadIdx.x];
}
CASE(own_copy_read_behind_the_wait) {
  RUN(own_copy_read_behind_the_wait, (1), (32), output<float>("out", 32), input<float>("in", 32));
}

// case waited_without_a_barrier
//   race tile [copy] [read]
__global__ void waited_without_a_barrier(float* out, const float* in) {
  __shared__ float tile[64];
  async_copy(&tile[threadIdx.x], &in[threadIdx.x]);  // [copy]
  __syncthreads();
  async_copy_wait_all();
  out[threadIdx.x] = tile[63 - threadIdx.x];  // [read]
}
CASE(waited_without_a_barrier) {
  RUN(waited_without_a_barrier, (1), (64), output<float>("out", 64), input<float>("in", 64));
}

// case group_never_ended
//   race tile [copy] [read]
__global__ void group_never_ended(float4* out, const float4* in) {
  __shared__ float4 tile[32];
  async_copy(&tile[threadIdx.x], &in[threadIdx.x]);  // [copy]
  async_copy_wait<0>();
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];  // [read]
}
CASE(group_never_ended) {
  RUN(group_never_ended, (1), (32), reinterpret_cast<float4*>(output<float>("out", 128)),
      reinterpret_cast<const float4*>(input<float>("in", 128)));
}

// case group_ended
__global__ void group_ended(float4* out, const float4* in) {
  __shared__ float4 tile[32];
  async_copy(&tile[threadIdx.x], &in[threadIdx.x]);
  async_copy_commit();
  async_copy_wait<0>();
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}
CASE(group_ended) {
  RUN(group_ended, (1), (32), reinterpret_cast<float4*>(output<float>("out", 128)),
      reinterpret_cast<const float4*>(input<float>("in", 128)));
}

// case waits_for_one_group_too_few
//   race stages [copy] [read]
__global__ void waits_for_one_group_too_few(float* out, const float* in, unsigned rounds) {
  __shared__ float stages[3][32];
  const unsigned i = threadIdx.x;
  async_copy(&stages[0][i], &in[i]);
  async_copy_commit();
  float sum = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    if (round + 1 < rounds)
      async_copy(&stages[(round + 1) % 3][i], &in[(round + 1) * 32 + i]);  // [copy]
    async_copy_commit();
    async_copy_wait<2>();
    __syncthreads();
    if (round > 0) sum += stages[round % 3][31 - i];  // [read]
    __syncthreads();
  }
  async_copy_wait_all();
  out[i] = sum;
}
CASE(waits_for_one_group_too_few) {
  RUN(waits_for_one_group_too_few, (1), (32), output<float>("out", 32), input<float>("in", 128),
      4u);
}

// case waits_for_all_but_the_next
__global__ void waits_for_all_but_the_next(float* out, const float* in, unsigned rounds) {
  __shared__ float stages[2][32];
  const unsigned i = threadIdx.x;
  async_copy(&stages[0][i], &in[i]);
  async_copy_commit();
  float sum = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    if (round + 1 < rounds) async_copy(&stages[(round + 1) % 2][i], &in[(round + 1) * 32 + i]);
    async_copy_commit();
    async_copy_wait<1>();
    __syncthreads();
    sum += stages[round % 2][31 - i];
    __syncthreads();
  }
  async_copy_wait_all();
  out[i] = sum;
}
CASE(waits_for_all_but_the_next) {
  RUN(waits_for_all_but_the_next, (1), (32), output<float>("out", 32), input<float>("in", 128), 4u);
}

// case only_one_thread_waits
//   race tile [copy] [read]
__global__ void only_one_thread_waits(float* out, const float* in) {
  __shared__ float tile[32];
  async_copy(&tile[threadIdx.x], &in[threadIdx.x]);  // [copy]
  if (threadIdx.x == 0) async_copy_wait_all();
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];  // [read]
}
CASE(only_one_thread_waits) {
  RUN(only_one_thread_waits, (1), (32), output<float>("out", 32), input<float>("in", 32));
}

// case written_while_it_arrives
//   race tile [copy] [clear]
__global__ void written_while_it_arrives(float* out, const float* in, unsigned n) {
  __shared__ float tile[32];
  async_copy(&tile[threadIdx.x], &in[threadIdx.x]);  // [copy]
  if (threadIdx.x >= n) tile[threadIdx.x] = 0;       // [clear]
  async_copy_wait_all();
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}
CASE(written_while_it_arrives) {
  RUN(written_while_it_arrives, (1), (32), output<float>("out", 32), input<float>("in", 32), 30u);
}

// case copied_or_cleared
__global__ void copied_or_cleared(float* out, const float* in, unsigned n) {
  __shared__ float tile[32];
  if (threadIdx.x < n)
    async_copy(&tile[threadIdx.x], &in[threadIdx.x]);
  else
    tile[threadIdx.x] = 0;
  async_copy_wait_all();
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}
CASE(copied_or_cleared) {
  RUN(copied_or_cleared, (1), (32), output<float>("out", 32), input<float>("in", 32), 30u);
}

// case copy_that_nobody_reads
__global__ void copy_that_nobody_reads(float* out, const float* in) {
  __shared__ float tile[32];
  async_copy(&tile[threadIdx.x], &in[threadIdx.x]);
  out[threadIdx.x] = in[threadIdx.x];
}
CASE(copy_that_nobody_reads) {
  RUN(copy_that_nobody_reads, (1), (32), output<float>("out", 32), input<float>("in", 32));
}

// Seven bytes of padding after a character, six at the end.
struct Labelled {
  char label;
  double value;
  short count;
};

// case labelled_values
__global__ void labelled_values(Labelled* out, Labelled* made) {
  __shared__ Labelled here[32];
  made[threadIdx.x].label = 'a';
  made[threadIdx.x].value = threadIdx.x;
  made[threadIdx.x].count = 1;
  __syncthreads();
  here[threadIdx.x] = made[31 - threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = here[31 - threadIdx.x];
}
CASE(labelled_values) {
  RUN(labelled_values, (1), (32), scratch<Labelled>("out", 32), scratch<Labelled>("made", 32));
}

// case labels_without_values
//   uninitialised made [copy]
__global__ void labels_without_values(Labelled* out, Labelled* made) {
  made[threadIdx.x].label = 'a';
  made[threadIdx.x].count = 1;
  __syncthreads();
  out[threadIdx.x] = made[31 - threadIdx.x];  // [copy]
}
CASE(labels_without_values) {
  RUN(labels_without_values, (1), (32), scratch<Labelled>("out", 32),
      scratch<Labelled>("made", 32));
}
