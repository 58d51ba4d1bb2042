// Launches with some checked blocks; the others run unchecked or not at all.
#include "tests/hip_cpu/check/case.hpp"

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

// Blocks that do not run may order two that do, where the later of these has asked for it.

// case last_block_asks_nobody
//   race total [last] [first]
__global__ void last_block_asks_nobody(int* total, unsigned* begun) {
  if (blockIdx.x == 0) {
    total[0] = 1;  // [first]
    __threadfence();
    atomicAdd(begun, 1u);
  } else if (blockIdx.x + 1 == gridDim.x) {
    total[0] = 2;  // [last]
  }
}
CASE(last_block_asks_nobody) {
  sample(6);
  RUN(last_block_asks_nobody, (50), (1), output<int>("total", 1), zeros<unsigned>("begun", 50));
}

// case last_block_asks_the_one_before
__global__ void last_block_asks_the_one_before(int* total, unsigned* begun) {
  if (blockIdx.x == 0) {
    total[0] = 1;
    __threadfence();
    atomicAdd(&begun[0], 1u);
  } else if (blockIdx.x + 1 < gridDim.x) {
    atomicAdd(&begun[blockIdx.x], atomicAdd(&begun[blockIdx.x - 1], 0u));
  } else if (atomicAdd(&begun[blockIdx.x - 1], 0u) == 0) {
    total[0] = 2;
  }
}
CASE(last_block_asks_the_one_before) {
  sample(6);
  RUN(last_block_asks_the_one_before, (50), (1), output<int>("total", 1),
      zeros<unsigned>("begun", 50));
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

// Totals are the grid's: 100 blocks, the last of which has a quarter of the work.

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

// Blocks in an order of their own: the one with five of 32 elements is none of the grid's edges.

// case sampled_totals_of_an_edge_anywhere
//   = read in [copy] accesses 3205 bytes 4 requests 101 partial 1 sectors 401
//   = write out [copy] accesses 3205 bytes 4 requests 101 partial 1 sectors 401
//   = global-reads 0 to 1, 3205 in all
//   = global-writes 0 to 1, 3205 in all
//   = global-sectors 0 to 0, 802 in all
__global__ void sampled_totals_of_an_edge_anywhere(float* out, const float* in, unsigned n) {
  const unsigned i = blockIdx.x * 37 % gridDim.x * 32 + threadIdx.x;
  if (i >= n) return;
  out[i] = in[i];  // [copy]
}
CASE(sampled_totals_of_an_edge_anywhere) {
  sample(5);
  RUN(sampled_totals_of_an_edge_anywhere, (101), (32), output<float>("out", 3205),
      input<float>("in", 3205), 3205u);
}

// A reduction with a stride of the grid: 20 of 64 blocks read four elements a thread, 44 three.

// case sampled_totals_of_a_reduction
//   = read in [stride] accesses 6784 bytes 4 requests 212 sectors 848
//   = write s [sum] accesses 2048 bytes 4 requests 64 wavefronts 64
//   = read s [tree] accesses 1984 bytes 4 requests 320 partial 320 wavefronts 320
//   = read s [tree] accesses 1984 bytes 4 requests 320 partial 320 wavefronts 320
//   = write s [tree] accesses 1984 bytes 4 requests 320 partial 320 wavefronts 320
//   = read s [out] accesses 64 bytes 4 requests 64 partial 64 wavefronts 64
//   = write sums [out] accesses 64 bytes 4 requests 64 partial 64 sectors 64
//   = global-sectors 0 to 0, 912 in all
//   = global-reads 3 to 4, 6784 in all
//   = global-writes 0 to 1, 64 in all
//   = shared-reads 0 to 11, 4032 in all
//   = shared-writes 1 to 6, 4032 in all
//   = barriers 6 to 6, 12288 in all
__global__ void sampled_totals_of_a_reduction(float* sums, const float* in, unsigned n) {
  __shared__ float s[32];
  float sum = 0;
  for (unsigned i = blockIdx.x * 32 + threadIdx.x; i < n; i += gridDim.x * 32)
    sum += in[i];        // [stride]
  s[threadIdx.x] = sum;  // [sum]
  __syncthreads();
  for (unsigned stride = 16; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) s[threadIdx.x] += s[threadIdx.x + stride];  // [tree]
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = s[0];  // [out]
}
CASE(sampled_totals_of_a_reduction) {
  sample(8);
  RUN(sampled_totals_of_a_reduction, (64), (32), output<float>("sums", 64),
      input<float>("in", 6784), 6784u);
}
