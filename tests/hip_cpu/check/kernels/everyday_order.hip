// Mistakes of every day in the order of threads and blocks, each with its right twin.
#include <hippuzzle/async_copy.hpp>

#include "tests/hip_cpu/check/case.hpp"

// The room in a list is taken before the item is there; who reads how much room was taken reads
// items that are not.
// case room_taken_before_the_item
//   race items [item] [read]
__global__ void room_taken_before_the_item(int* out, int* items, unsigned* taken) {
  if (blockIdx.x < 4) {
    const unsigned slot = atomicAdd(taken, 1u);
    __threadfence();
    items[slot] = static_cast<int>(blockIdx.x);  // [item]
  } else {
    const unsigned n = atomicAdd(taken, 0u);
    int sum = 0;
    for (unsigned i = 0; i < n; ++i) sum += items[i];  // [read]
    out[0] = sum;
  }
}
CASE(room_taken_before_the_item) {
  RUN(room_taken_before_the_item, (5), (1), output<int>("out", 1), zeros<int>("items", 4),
      zeros<unsigned>("taken", 1));
}

// case item_there_before_it_is_said
__global__ void item_there_before_it_is_said(int* out, int* items, unsigned* taken,
                                             unsigned* ready) {
  if (blockIdx.x < 4) {
    const unsigned slot = atomicAdd(taken, 1u);
    items[slot] = static_cast<int>(blockIdx.x);
    __threadfence();
    atomicExch(&ready[slot], 1u);
  } else {
    int sum = 0;
    for (unsigned i = 0; i < 4; ++i)
      if (atomicAdd(&ready[i], 0u) != 0) sum += items[i];
    out[0] = sum;
  }
}
CASE(item_there_before_it_is_said) {
  RUN(item_there_before_it_is_said, (5), (1), output<int>("out", 1), zeros<int>("items", 4),
      zeros<unsigned>("taken", 1), zeros<unsigned>("ready", 4));
}

// case greatest_by_comparison
//   race best [compare] [compare]
__global__ void greatest_by_comparison(int* best, const int* in) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] > *best) *best = in[i];  // [compare]
}
CASE(greatest_by_comparison) {
  RUN(greatest_by_comparison, (2), (8), zeros<int>("best", 1), input<int>("in", 16));
}

// case greatest_by_atomic_operation
__global__ void greatest_by_atomic_operation(int* best, const int* in) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicMax(best, in[i]);
}
CASE(greatest_by_atomic_operation) {
  RUN(greatest_by_atomic_operation, (2), (8), zeros<int>("best", 1), input<int>("in", 16));
}

// case never_the_last_block
//   unwritten out
__global__ void never_the_last_block(int* out, unsigned* count) {
  const unsigned ticket = atomicInc(count, gridDim.x);
  if (ticket == gridDim.x) out[0] = 1;
}
CASE(never_the_last_block) {
  RUN(never_the_last_block, (4), (1), output<int>("out", 1), zeros<unsigned>("count", 1));
}

// case once_the_last_block
__global__ void once_the_last_block(int* out, unsigned* count) {
  const unsigned ticket = atomicInc(count, gridDim.x);
  if (ticket == gridDim.x - 1) out[0] = 1;
}
CASE(once_the_last_block) {
  RUN(once_the_last_block, (4), (1), output<int>("out", 1), zeros<unsigned>("count", 1));
}

// Only a barrier, which orders a block alone, comes before the ticket.
// case barrier_for_a_fence
//   race parts [part] [total]
__global__ void barrier_for_a_fence(float* out, float* parts, unsigned* tickets) {
  __shared__ bool is_last;
  parts[blockIdx.x * 32 + threadIdx.x] = threadIdx.x;  // [part]
  __syncthreads();
  if (threadIdx.x == 0) is_last = atomicAdd(tickets, 1u) == gridDim.x - 1;
  __syncthreads();
  if (!is_last) return;
  float sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) sum += parts[b * 32 + threadIdx.x];  // [total]
  out[threadIdx.x] = sum;
}
CASE(barrier_for_a_fence) {
  RUN(barrier_for_a_fence, (4), (32), output<float>("out", 32), scratch<float>("parts", 128),
      zeros<unsigned>("tickets", 1));
}

// case barrier_and_fence
__global__ void barrier_and_fence(float* out, float* parts, unsigned* tickets) {
  __shared__ bool is_last;
  parts[blockIdx.x * 32 + threadIdx.x] = threadIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) is_last = atomicAdd(tickets, 1u) == gridDim.x - 1;
  __syncthreads();
  if (!is_last) return;
  float sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) sum += parts[b * 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}
CASE(barrier_and_fence) {
  RUN(barrier_and_fence, (4), (32), output<float>("out", 32), scratch<float>("parts", 128),
      zeros<unsigned>("tickets", 1));
}

// Warp-synchronous, as it was written for GPUs whose warps ran in step.
// case tree_without_warp_barriers
//   race s [fold]
__global__ void tree_without_warp_barriers(float* out, const float* in) {
  __shared__ volatile float s[64];
  const unsigned i = threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  if (i < 16)
    for (unsigned width = 16; width > 0; width /= 2) s[i] = s[i] + s[i + width];  // [fold]
  if (i == 0) out[0] = s[0];
}
CASE(tree_without_warp_barriers) {
  RUN(tree_without_warp_barriers, (1), (64), output<float>("out", 1), input<float>("in", 64));
}

// case tree_with_warp_barriers
__global__ void tree_with_warp_barriers(float* out, const float* in) {
  __shared__ float s[64];
  const unsigned i = threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  if (i < 32) {
    for (unsigned width = 16; width > 0; width /= 2) {
      const float other = s[i + width];
      __syncwarp(0xffffffffu);
      s[i] += other;
      __syncwarp(0xffffffffu);
    }
  }
  if (i == 0) out[0] = s[0];
}
CASE(tree_with_warp_barriers) {
  RUN(tree_with_warp_barriers, (1), (64), output<float>("out", 1), input<float>("in", 64));
}

// case leader_tells_by_shared_memory
//   race base [tell] [read]
__global__ void leader_tells_by_shared_memory(unsigned* out, unsigned* next) {
  __shared__ unsigned base;
  if (threadIdx.x == 0) base = atomicAdd(next, blockDim.x);  // [tell]
  out[threadIdx.x] = base + threadIdx.x;                     // [read]
}
CASE(leader_tells_by_shared_memory) {
  RUN(leader_tells_by_shared_memory, (1), (32), output<unsigned>("out", 32),
      zeros<unsigned>("next", 1));
}

// case leader_tells_and_all_wait
__global__ void leader_tells_and_all_wait(unsigned* out, unsigned* next) {
  __shared__ unsigned base;
  if (threadIdx.x == 0) base = atomicAdd(next, blockDim.x);
  __syncwarp();
  out[threadIdx.x] = base + threadIdx.x;
}
CASE(leader_tells_and_all_wait) {
  RUN(leader_tells_and_all_wait, (1), (32), output<unsigned>("out", 32),
      zeros<unsigned>("next", 1));
}

// Two buffers take turns, with one barrier a round where two are needed.
// case buffer_filled_while_it_is_read
//   race tile [fill] [read]
__global__ void buffer_filled_while_it_is_read(float* out, const float* in) {
  __shared__ float tile[32];
  float sum = 0;
  for (unsigned round = 0; round < 4; ++round) {
    tile[threadIdx.x] = in[round * 32 + threadIdx.x];  // [fill]
    __syncthreads();
    sum += tile[31 - threadIdx.x];  // [read]
  }
  out[threadIdx.x] = sum;
}
CASE(buffer_filled_while_it_is_read) {
  RUN(buffer_filled_while_it_is_read, (1), (32), output<float>("out", 32), input<float>("in", 128));
}

// case two_buffers_take_turns
__global__ void two_buffers_take_turns(float* out, const float* in) {
  __shared__ float tile[2][32];
  float sum = 0;
  for (unsigned round = 0; round < 4; ++round) {
    tile[round % 2][threadIdx.x] = in[round * 32 + threadIdx.x];
    __syncthreads();
    sum += tile[round % 2][31 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}
CASE(two_buffers_take_turns) {
  RUN(two_buffers_take_turns, (1), (32), output<float>("out", 32), input<float>("in", 128));
}

// Half as many threads as bins.
// case half_of_the_bins_cleared
//   uninitialised bins [count]
__global__ void half_of_the_bins_cleared(unsigned* out, const unsigned* in) {
  __shared__ unsigned bins[64];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (unsigned i = threadIdx.x; i < 256; i += blockDim.x)
    atomicAdd(&bins[in[i] % 64], 1u);  // [count]
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}
CASE(half_of_the_bins_cleared) {
  RUN(half_of_the_bins_cleared, (1), (32), output<unsigned>("out", 32), input<unsigned>("in", 256));
}

// case all_of_the_bins_cleared
__global__ void all_of_the_bins_cleared(unsigned* out, const unsigned* in) {
  __shared__ unsigned bins[64];
  for (unsigned i = threadIdx.x; i < 64; i += blockDim.x) bins[i] = 0;
  __syncthreads();
  for (unsigned i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&bins[in[i] % 64], 1u);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}
CASE(all_of_the_bins_cleared) {
  RUN(all_of_the_bins_cleared, (1), (32), output<unsigned>("out", 32), input<unsigned>("in", 256));
}

// A pipeline whose last round waits as if one more group were under way.
// case last_group_not_waited_for
//   race stage [copy] [read]
__global__ void last_group_not_waited_for(float* out, const float* in) {
  __shared__ float stage[2][32];
  const unsigned i = threadIdx.x;
  hippuzzle::async_copy(&stage[0][i], &in[i]);
  hippuzzle::async_copy_commit();
  float sum = 0;
  for (unsigned round = 0; round < 3; ++round) {
    if (round + 1 < 3) {
      hippuzzle::async_copy(&stage[(round + 1) % 2][i], &in[(round + 1) * 32 + i]);  // [copy]
      hippuzzle::async_copy_commit();
    }
    hippuzzle::async_copy_wait<1>();
    __syncthreads();
    sum += stage[round % 2][31 - i];  // [read]
    __syncthreads();
  }
  out[i] = sum;
}
CASE(last_group_not_waited_for) {
  RUN(last_group_not_waited_for, (1), (32), output<float>("out", 32), input<float>("in", 96));
}

// case empty_group_behind_the_last
__global__ void empty_group_behind_the_last(float* out, const float* in) {
  __shared__ float stage[2][32];
  const unsigned i = threadIdx.x;
  hippuzzle::async_copy(&stage[0][i], &in[i]);
  hippuzzle::async_copy_commit();
  float sum = 0;
  for (unsigned round = 0; round < 3; ++round) {
    if (round + 1 < 3) hippuzzle::async_copy(&stage[(round + 1) % 2][i], &in[(round + 1) * 32 + i]);
    hippuzzle::async_copy_commit();
    hippuzzle::async_copy_wait<1>();
    __syncthreads();
    sum += stage[round % 2][31 - i];
    __syncthreads();
  }
  out[i] = sum;
}
CASE(empty_group_behind_the_last) {
  RUN(empty_group_behind_the_last, (1), (32), output<float>("out", 32), input<float>("in", 96));
}

// The mask was asked for before the branch that half of the lanes take.
// case mask_of_another_branch
//   warp-lanes - [shuffle]
__global__ void mask_of_another_branch(int* out) {
  const auto mask = __activemask();
  int value = static_cast<int>(threadIdx.x);
  if (threadIdx.x < 16) value += __shfl_down_sync(mask, value, 1);  // [shuffle]
  out[threadIdx.x] = value;
}
CASE(mask_of_another_branch) { RUN(mask_of_another_branch, (1), (32), output<int>("out", 32)); }

// case mask_of_the_branch
__global__ void mask_of_the_branch(int* out) {
  const auto mask = __ballot_sync(__activemask(), threadIdx.x < 16);
  int value = static_cast<int>(threadIdx.x);
  if (threadIdx.x < 16) {
    const int next = __shfl_down_sync(mask, value, 1, 16);
    if (threadIdx.x < 15) value += next;
  }
  out[threadIdx.x] = value;
}
CASE(mask_of_the_branch) { RUN(mask_of_the_branch, (1), (32), output<int>("out", 32)); }

// Blocks in the middle alone step over their edge; a sample has some of them.
// case middle_blocks_pass_the_end
//   out-of-bounds out [write]
__global__ void middle_blocks_pass_the_end(int* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool is_edge = blockIdx.x == 0 || blockIdx.x == gridDim.x - 1;
  out[is_edge ? i : i + n] = 1;  // [write]
}
CASE(middle_blocks_pass_the_end) {
  sample(8);
  RUN(middle_blocks_pass_the_end, (64), (32), scratch<int>("out", 2048), 2048u);
}

// case all_blocks_stay_within
__global__ void all_blocks_stay_within(int* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 1;
}
CASE(all_blocks_stay_within) {
  sample(8);
  RUN(all_blocks_stay_within, (64), (32), scratch<int>("out", 2048), 2048u);
}
