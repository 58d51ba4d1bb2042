// Launches of which some blocks are looked at, and the others run without a look or not at all.
#include "tests/check/case.hpp"

// case race_in_every_block
//   race s [read] [write]
__global__ void race_in_every_block(int* out) {
  __shared__ int s[32];
  const unsigned i = threadIdx.x;
  s[i] = 1;                              // [write]
  out[blockIdx.x * 32 + i] = s[31 - i];  // [read]
}
CASE(race_in_every_block) {
  sample(4);
  RUN(race_in_every_block, (100), (32), output<int>("out", 3200));
}

// case last_block_leaves_the_array
//   out-of-bounds out [write]
__global__ void last_block_leaves_the_array(int* out) {
  out[blockIdx.x * 32 + threadIdx.x] = 1;  // [write]
}
CASE(last_block_leaves_the_array) {
  sample(4);
  RUN(last_block_leaves_the_array, (100), (32), scratch<int>("out", 3199));
}

// case own_elements_never_written
//   uninitialised sums [add]
__global__ void own_elements_never_written(float* sums) {
  sums[blockIdx.x * 8 + threadIdx.x] += 1;  // [add]
}
CASE(own_elements_never_written) {
  sample(4);
  RUN(own_elements_never_written, (50), (8), scratch<float>("sums", 400));
}

// case waits_for_a_block_that_does_not_run
//   runaway - [wait]
__device__ unsigned sampled_turn;
__global__ void waits_for_a_block_that_does_not_run(int* out) {
  while (atomicAdd(&sampled_turn, 0u) != blockIdx.x) {  // [wait]
  }
  out[blockIdx.x] = 1;
  __threadfence();
  atomicAdd(&sampled_turn, 1u);
}
CASE(waits_for_a_block_that_does_not_run) {
  sample(4);
  RUN(waits_for_a_block_that_does_not_run, (50), (1), output<int>("out", 50));
}

// case chain_past_blocks_without_a_look
__device__ unsigned chained_turn;
__global__ void chain_past_blocks_without_a_look(float* sums) {
  while (atomicAdd(&chained_turn, 0u) != blockIdx.x) {
  }
  __threadfence();
  sums[blockIdx.x] = 1 + (blockIdx.x > 0 ? sums[blockIdx.x - 1] : 0);
  __threadfence();
  atomicAdd(&chained_turn, 1u);
}
CASE(chain_past_blocks_without_a_look) {
  sample(4, true);
  RUN(chain_past_blocks_without_a_look, (50), (1), output<float>("sums", 50));
}

// case second_launch_reads_what_did_not_run
__global__ void first_of_the_sampled(float* middle) { middle[blockIdx.x * 8 + threadIdx.x] = 1; }
__global__ void second_of_the_sampled(float* out, const float* middle) {
  out[blockIdx.x * 8 + threadIdx.x] = middle[399 - blockIdx.x * 8 - threadIdx.x];
}
CASE(second_launch_reads_what_did_not_run) {
  sample(6);
  float* const middle = scratch<float>("middle", 400);
  RUN(first_of_the_sampled, (50), (8), middle);
  RUN(second_of_the_sampled, (50), (8), output<float>("out", 400), middle);
}

// Totals are those of the grid: 100 blocks, the last of which has a quarter of the work.

// case sampled_totals
//   32: = read in [copy] accesses 3176 bytes 4 requests 100 partial 1 sectors 397
//   32: = write out [copy] accesses 3176 bytes 4 requests 100 partial 1 sectors 397
//   64: = read in [copy] accesses 3176 bytes 4 requests 100 partial 1 sectors 397
//   64: = write out [copy] accesses 3176 bytes 4 requests 100 partial 1 sectors 397
//   = global-reads 0 to 1, 3176 in all
//   = global-writes 0 to 1, 3176 in all
//   = global-sectors 0 to 0, 794 in all
__global__ void sampled_totals(float* out, const float* in, unsigned n) {
  const unsigned i = blockIdx.x * 32 + threadIdx.x;
  if (i >= n) return;
  out[i] = in[i];  // [copy]
}
CASE(sampled_totals) {
  sample(5);
  RUN(sampled_totals, (100), (32), output<float>("out", 3176), input<float>("in", 3176), 3176u);
}
