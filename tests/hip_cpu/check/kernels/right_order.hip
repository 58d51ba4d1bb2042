// Right kernels: atomics, fences, warp operations, cooperative groups. Nothing may be reported.
#include <hip/hip_cooperative_groups.h>

#include <hippuzzle/atomic.hpp>
#include <hippuzzle/warp.hpp>

#include "tests/hip_cpu/check/case.hpp"

// case atomic_total
__global__ void atomic_total(float* total, const float* in) {
  atomicAdd(total, in[blockIdx.x * blockDim.x + threadIdx.x]);
}
CASE(atomic_total) {
  RUN(atomic_total, (4), (32), zeros<float>("total", 1), input<float>("in", 128));
}

// case histogram
__global__ void histogram(unsigned* bins, const unsigned* in, unsigned n) {
  __shared__ unsigned local[8];
  if (threadIdx.x < 8) local[threadIdx.x] = 0;
  __syncthreads();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&local[in[i] % 8], 1u);
  __syncthreads();
  if (threadIdx.x < 8) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
CASE(histogram) {
  RUN(histogram, (3), (32), zeros<unsigned>("bins", 8), input<unsigned>("in", 90), 90u);
}

// case portable_atomics
__global__ void portable_atomics(int* least, long long* most, double* total) {
  hippuzzle::atomic_min(least, static_cast<int>(threadIdx.x));
  hippuzzle::atomic_max(most, static_cast<long long>(threadIdx.x));
  hippuzzle::atomic_add(total, 0.5);
}
CASE(portable_atomics) {
  RUN(portable_atomics, (2), (32), zeros<int>("least", 1), zeros<long long>("most", 1),
      zeros<double>("total", 1));
}

// case compare_and_swap_loop
__global__ void compare_and_swap_loop(unsigned* product) {
  unsigned seen = atomicAdd(product, 0u);
  for (;;) {
    const unsigned before = atomicCAS(product, seen, seen * 3 + 1);
    if (before == seen) break;
    seen = before;
  }
}
CASE(compare_and_swap_loop) {
  RUN(compare_and_swap_loop, (2), (16), zeros<unsigned>("product", 1));
}

// case last_block_of_one_thread
__device__ unsigned tickets_of_one;
__global__ void last_block_of_one_thread(float* out, float* partial, const float* in) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    float sum = 0;
    for (unsigned i = 0; i < blockDim.x; ++i) sum += in[blockIdx.x * blockDim.x + i];
    partial[blockIdx.x] = sum;
    __threadfence();
    is_last = atomicInc(&tickets_of_one, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0) {
    float sum = 0;
    for (unsigned block = 0; block < gridDim.x; ++block) sum += partial[block];
    out[0] = sum;
    tickets_of_one = 0;
  }
}
CASE(last_block_of_one_thread) {
  RUN(last_block_of_one_thread, (5), (8), output<float>("out", 1), scratch<float>("partial", 5),
      input<float>("in", 40));
}

// case last_block_of_all_threads
__device__ unsigned tickets_of_all;
__global__ void last_block_of_all_threads(float* out, float* partial) {
  __shared__ bool is_last;
  const unsigned i = threadIdx.x;
  partial[blockIdx.x * blockDim.x + i] = 1;
  __threadfence();
  __syncthreads();
  if (i == 0) is_last = atomicAdd(&tickets_of_all, 1u) == gridDim.x - 1;
  __syncthreads();
  if (!is_last) return;
  float sum = 0;
  for (unsigned block = 0; block < gridDim.x; ++block) sum += partial[block * blockDim.x + i];
  out[i] = sum;
}
CASE(last_block_of_all_threads) {
  RUN(last_block_of_all_threads, (3), (48), output<float>("out", 48),
      scratch<float>("partial", 144));
}

// case last_block_with_a_guard
__device__ unsigned tickets_of_some;
__global__ void last_block_with_a_guard(int* out, int* partial, unsigned n) {
  __shared__ bool is_last;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    partial[i] = 1;
    __threadfence();
  }
  __syncthreads();
  if (threadIdx.x == 0) is_last = atomicAdd(&tickets_of_some, 1u) == gridDim.x - 1;
  __syncthreads();
  if (!is_last || threadIdx.x != 0) return;
  int sum = 0;
  for (unsigned k = 0; k < n; ++k) sum += partial[k];
  out[0] = sum;
}
CASE(last_block_with_a_guard) {
  RUN(last_block_with_a_guard, (2), (8), output<int>("out", 1), scratch<int>("partial", 13), 13u);
}

// case flag_with_fence_and_atomic
__device__ unsigned posted;
__global__ void flag_with_fence_and_atomic(int* out, int* data) {
  if (blockIdx.x == 0) {
    data[0] = 5;
    __threadfence();
    atomicExch(&posted, 1u);
  } else if (atomicAdd(&posted, 0u) == 1) {
    __threadfence();
    out[0] = data[0];
  }
}
CASE(flag_with_fence_and_atomic) {
  RUN(flag_with_fence_and_atomic, (2), (1), scratch<int>("out", 1), scratch<int>("data", 1));
}

// case chain_of_blocks
__device__ unsigned turn;
__global__ void chain_of_blocks(float* sums, const float* in) {
  if (threadIdx.x != 0) return;
  while (atomicAdd(&turn, 0u) != blockIdx.x) {
  }
  __threadfence();
  sums[blockIdx.x] = in[blockIdx.x] + (blockIdx.x > 0 ? sums[blockIdx.x - 1] : 0);
  __threadfence();
  atomicAdd(&turn, 1u);
}
CASE(chain_of_blocks) {
  RUN(chain_of_blocks, (6), (4), output<float>("sums", 6), input<float>("in", 6));
}

// case warp_barriers
__global__ void warp_barriers(int* out) {
  __shared__ int s[128];
  const unsigned i = threadIdx.x, lane = i % warpSize, first = i - lane;
  s[i] = static_cast<int>(i);
  __syncwarp();
  const int other = s[first + (lane ^ 1)];
  __syncwarp();
  s[i] = other;
  __syncwarp();
  out[i] = s[first + (lane ^ 3)];
}
CASE(warp_barriers) { RUN(warp_barriers, (1), (128), output<int>("out", 128)); }

// case warp_barriers_of_halves
__global__ void warp_barriers_of_halves(int* out) {
  __shared__ int s[32];
  const unsigned lane = threadIdx.x;
  s[lane] = 1;
  __syncwarp(lane < 16 ? 0xffffull : 0xffff0000ull);
  out[lane] = s[lane ^ 7];
}
CASE(warp_barriers_of_halves) { RUN(warp_barriers_of_halves, (1), (32), output<int>("out", 32)); }

// case one_lane_passes_on
__global__ void one_lane_passes_on(int* out) {
  __shared__ int s[32];
  const unsigned lane = threadIdx.x;
  s[lane] = 1;
  __syncwarp(0xffffull | 0xffff0000ull);
  __syncwarp();
  out[lane] = s[31 - lane];
}
CASE(one_lane_passes_on) { RUN(one_lane_passes_on, (1), (32), output<int>("out", 32)); }

// case reduction_by_shuffles
__global__ void reduction_by_shuffles(float* out, const float* in) {
  __shared__ float sums[32];
  const unsigned i = threadIdx.x, warp = i / warpSize, lane = i % warpSize;
  float sum = in[blockIdx.x * blockDim.x + i];
  for (int offset = warpSize / 2; offset > 0; offset /= 2) sum += __shfl_down(sum, offset);
  if (lane == 0) sums[warp] = sum;
  __syncthreads();
  if (i == 0) {
    for (unsigned k = 1; k < blockDim.x / warpSize; ++k) sum += sums[k];
    atomicAdd(out, sum);
  }
}
CASE(reduction_by_shuffles) {
  RUN(reduction_by_shuffles, (3), (128), zeros<float>("out", 1), input<float>("in", 384));
}

// case votes_in_branches
__global__ void votes_in_branches(int* out) {
  const unsigned lane = threadIdx.x;
  int seen = 0;
  if (lane % 2 == 0) {
    seen = __any(lane == 4) + __popcll(__ballot(1));
  } else {
    seen = __all(lane < 40) + __popcll(__activemask());
  }
  out[lane] = seen;
}
CASE(votes_in_branches) { RUN(votes_in_branches, (1), (32), output<int>("out", 32)); }

// case shuffles_within_a_partly_filled_warp
__global__ void shuffles_within_a_partly_filled_warp(int* out) {
  int value = static_cast<int>(threadIdx.x);
  for (int offset = 4; offset > 0; offset /= 2) value += __shfl_xor(value, offset, 8);
  out[threadIdx.x] = value;
}
CASE(shuffles_within_a_partly_filled_warp) {
  RUN(shuffles_within_a_partly_filled_warp, (1), (40), output<int>("out", 40));
}

// case masked_after_others_left
__global__ void masked_after_others_left(int* out) {
  const unsigned lane = threadIdx.x;
  if (lane >= 8) return;
  out[lane] = __shfl_sync(0xffull, static_cast<int>(lane), 7 - static_cast<int>(lane));
}
CASE(masked_after_others_left) { RUN(masked_after_others_left, (1), (32), output<int>("out", 8)); }

// case portable_warp_operations
__global__ void portable_warp_operations(int* out) {
  int sum = 1;
  for (unsigned offset = 16; offset > 0; offset /= 2)
    sum += hippuzzle::shfl_xor(sum, static_cast<int>(offset), 32);
  out[threadIdx.x] = sum;
}
CASE(portable_warp_operations) { RUN(portable_warp_operations, (1), (64), output<int>("out", 64)); }

// case cooperative_tiles
__global__ void cooperative_tiles(int* out) {
  namespace cg = cooperative_groups;
  __shared__ int s[64];
  const auto block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<16>(block);
  s[block.thread_rank()] = 1;
  tile.sync();
  int sum = s[block.thread_rank() ^ 15];
  for (unsigned step = 8; step > 0; step /= 2) sum += tile.shfl_down(sum, step);
  block.sync();
  s[block.thread_rank()] = sum;
  block.sync();
  out[block.thread_rank()] = s[63 - block.thread_rank()];
}
CASE(cooperative_tiles) { RUN(cooperative_tiles, (1), (64), output<int>("out", 64)); }

// case coalesced_lanes
__global__ void coalesced_lanes(unsigned* out) {
  namespace cg = cooperative_groups;
  out[threadIdx.x] = 0;
  if (threadIdx.x % 3 == 0) {
    const auto group = cg::coalesced_threads();
    out[threadIdx.x] = group.shfl(group.thread_rank(), 0) + group.size();
  }
}
CASE(coalesced_lanes) { RUN(coalesced_lanes, (1), (32), output<unsigned>("out", 32)); }

// A block's fence orders accesses of that block's threads.

// case block_fence_before_a_ticket_in_shared
__global__ void block_fence_before_a_ticket_in_shared(int* out) {
  __shared__ int parts[32];
  __shared__ unsigned tickets;
  const unsigned i = threadIdx.x;
  if (i == 0) tickets = 0;
  __syncthreads();
  parts[i] = 1;
  __threadfence_block();
  if (atomicAdd(&tickets, 1u) != blockDim.x - 1) return;
  int sum = 0;
  for (unsigned k = 0; k < blockDim.x; ++k) sum += parts[k];
  out[blockIdx.x] = sum;
}
CASE(block_fence_before_a_ticket_in_shared) {
  RUN(block_fence_before_a_ticket_in_shared, (3), (32), output<int>("out", 3));
}

// case block_fence_before_a_ticket_of_each_block
__global__ void block_fence_before_a_ticket_of_each_block(int* out, int* parts, unsigned* tickets) {
  int* const mine = parts + blockIdx.x * blockDim.x;
  mine[threadIdx.x] = 1;
  __threadfence_block();
  if (atomicAdd(&tickets[blockIdx.x], 1u) != blockDim.x - 1) return;
  int sum = 0;
  for (unsigned k = 0; k < blockDim.x; ++k) sum += mine[k];
  out[blockIdx.x] = sum;
}
CASE(block_fence_before_a_ticket_of_each_block) {
  RUN(block_fence_before_a_ticket_of_each_block, (3), (16), output<int>("out", 3),
      scratch<int>("parts", 48), zeros<unsigned>("tickets", 3));
}

// case both_fences_before_a_flag
__device__ unsigned posted_to_all;
__global__ void both_fences_before_a_flag(int* out, int* data) {
  if (blockIdx.x == 0) {
    data[0] = 5;
    __threadfence_block();
    __threadfence();
    __threadfence_block();
    atomicExch(&posted_to_all, 1u);
  } else if (atomicAdd(&posted_to_all, 0u) == 1) {
    __threadfence();
    out[0] = data[0];
  }
}
CASE(both_fences_before_a_flag) {
  RUN(both_fences_before_a_flag, (2), (1), scratch<int>("out", 1), scratch<int>("data", 1));
}

// case atomic_store_of_a_flag
__global__ void atomic_store_of_a_flag(int* flag) { __atomic_store_n(flag, 1, __ATOMIC_RELAXED); }
CASE(atomic_store_of_a_flag) { RUN(atomic_store_of_a_flag, (2), (4), output<int>("flag", 1)); }
