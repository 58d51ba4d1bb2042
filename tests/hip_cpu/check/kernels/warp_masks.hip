// Warp operations whose lanes or masks do not match, as they are written by hand, and their twins.
#include "tests/hip_cpu/check/case.hpp"

// case sum_of_half_a_warp_with_the_whole_mask
//   warp-lanes - [sum]
__global__ void sum_of_half_a_warp_with_the_whole_mask(const int* in, int* out) {
  int v = in[threadIdx.x];
  if (threadIdx.x < 16) {
    for (int step = 8; step > 0; step /= 2) v += __shfl_down_sync(~0ull, v, step);  // [sum]
  }
  if (threadIdx.x == 0) *out = v;
}
CASE(sum_of_half_a_warp_with_the_whole_mask) {
  RUN(sum_of_half_a_warp_with_the_whole_mask, (1), (64), input<int>("in", 64),
      output<int>("out", 1));
}

// case sum_of_a_whole_warp
__global__ void sum_of_a_whole_warp(const int* in, int* out) {
  int v = in[threadIdx.x];
  for (int step = warpSize / 2; step > 0; step /= 2) v += __shfl_down_sync(~0ull, v, step);
  if (threadIdx.x % warpSize == 0) out[threadIdx.x / warpSize] = v;
}
CASE(sum_of_a_whole_warp) {
  RUN(sum_of_a_whole_warp, (1), (64), input<int>("in", 64), scratch<int>("out", 2));
}

// case broadcast_from_a_lane_that_left
//   warp-lanes - [broadcast]
__global__ void broadcast_from_a_lane_that_left(const int* in, int* out, int n) {
  const int i = static_cast<int>(threadIdx.x);
  if (i == 0 || i >= n) return;
  out[i] = in[i] - __shfl_sync(~0ull, in[i], 0);  // [broadcast]
}
CASE(broadcast_from_a_lane_that_left) {
  RUN(broadcast_from_a_lane_that_left, (1), (32), input<int>("in", 32), scratch<int>("out", 32),
      32);
}

// case broadcast_from_the_first_that_stays
__global__ void broadcast_from_the_first_that_stays(const int* in, int* out) {
  const int i = static_cast<int>(threadIdx.x);
  const unsigned long long stay = __ballot_sync(~0ull, i != 0);
  if (i == 0) return;
  out[i] = in[i] - __shfl_sync(stay, in[i], 1);
}
CASE(broadcast_from_the_first_that_stays) {
  RUN(broadcast_from_the_first_that_stays, (1), (32), input<int>("in", 32),
      scratch<int>("out", 32));
}

// case vote_in_one_branch_barrier_in_the_other
//   warp-lanes - [vote] [barrier]
__global__ void vote_in_one_branch_barrier_in_the_other(const int* in, int* out) {
  const unsigned i = threadIdx.x;
  if (in[i] % 2 == 0) {
    out[i] = __any_sync(~0ull, in[i] > 9);  // [vote]
  } else {
    __syncwarp();  // [barrier]
    out[i] = 0;
  }
}
CASE(vote_in_one_branch_barrier_in_the_other) {
  RUN(vote_in_one_branch_barrier_in_the_other, (1), (32), input<int>("in", 32),
      output<int>("out", 32));
}

// case vote_in_front_of_the_branch
__global__ void vote_in_front_of_the_branch(const int* in, int* out) {
  const unsigned i = threadIdx.x;
  const bool any = __any_sync(~0ull, in[i] > 9);
  __syncwarp();
  out[i] = in[i] % 2 == 0 && any;
}
CASE(vote_in_front_of_the_branch) {
  RUN(vote_in_front_of_the_branch, (1), (32), input<int>("in", 32), output<int>("out", 32));
}

// case quarters_that_name_their_neighbours
//   warp-lanes - [exchange]
__global__ void quarters_that_name_their_neighbours(const int* in, int* out) {
  const unsigned i = threadIdx.x;
  const unsigned long long mask = i / 8 == 0 ? 0x01ffull : 0xffull << i / 8 * 8;
  out[i] = __shfl_xor_sync(mask, in[i], 1);  // [exchange]
}
CASE(quarters_that_name_their_neighbours) {
  RUN(quarters_that_name_their_neighbours, (1), (32), input<int>("in", 32), output<int>("out", 32));
}

// case quarters_that_name_themselves
__global__ void quarters_that_name_themselves(const int* in, int* out) {
  const unsigned i = threadIdx.x;
  out[i] = __shfl_xor_sync(0xffull << i / 8 * 8, in[i], 1);
}
CASE(quarters_that_name_themselves) {
  RUN(quarters_that_name_themselves, (1), (32), input<int>("in", 32), output<int>("out", 32));
}

// case loops_of_different_length
//   warp-lanes - [exchange]
__global__ void loops_of_different_length(const int* in, int* out) {
  const int i = static_cast<int>(threadIdx.x);
  int sum = 0;
  for (int k = 0; k < 1 + i / 16; ++k) sum += __shfl_xor_sync(~0ull, in[i] + k, 16);  // [exchange]
  out[i] = sum;
}
CASE(loops_of_different_length) {
  RUN(loops_of_different_length, (1), (32), input<int>("in", 32), output<int>("out", 32));
}

// case loops_of_one_length
__global__ void loops_of_one_length(const int* in, int* out) {
  const int i = static_cast<int>(threadIdx.x);
  int sum = 0;
  for (int k = 0; k < 2; ++k) {
    const int other = __shfl_xor_sync(~0ull, in[i] + k, 16);
    if (k < 1 + i / 16) sum += other;
  }
  out[i] = sum;
}
CASE(loops_of_one_length) {
  RUN(loops_of_one_length, (1), (32), input<int>("in", 32), output<int>("out", 32));
}

// case any_in_one_branch_all_in_the_other
//   warp-lanes - [any] [all]
__global__ void any_in_one_branch_all_in_the_other(const int* in, int* out) {
  const unsigned i = threadIdx.x;
  if (i < 20) {
    out[i] = __any_sync(~0ull, in[i] > 3);  // [any]
  } else {
    out[i] = __all_sync(~0ull, in[i] > 3);  // [all]
  }
}
CASE(any_in_one_branch_all_in_the_other) {
  RUN(any_in_one_branch_all_in_the_other, (1), (32), input<int>("in", 32), output<int>("out", 32));
}

// case match_in_one_branch_any_in_the_other
//   warp-lanes - [match] [any]
//   warp-lanes - [match]
__global__ void match_in_one_branch_any_in_the_other(unsigned long long* out) {
  const unsigned i = threadIdx.x;
  if (i < 12) {
    out[i] = __match_any_sync(~0ull, i / 4);  // [match]
  } else {
    out[i] = __any_sync(~0ull, i == 30);  // [any]
  }
}
CASE(match_in_one_branch_any_in_the_other) {
  RUN(match_in_one_branch_any_in_the_other, (1), (32), output<unsigned long long>("out", 32));
}

// case up_in_one_branch_down_in_the_other
//   warp-lanes - [up] [down]
//   64: warp-lanes - [down]
__global__ void up_in_one_branch_down_in_the_other(const double* in, double* out) {
  const unsigned i = threadIdx.x;
  if (i < 16) {
    out[i] = __shfl_up_sync(~0ull, in[i], 1);  // [up]
  } else {
    out[i] = __shfl_down_sync(~0ull, in[i], 1);  // [down]
  }
}
CASE(up_in_one_branch_down_in_the_other) {
  RUN(up_in_one_branch_down_in_the_other, (1), (32), input<double>("in", 32),
      output<double>("out", 32));
}

// case same_exchange_in_both_branches
__global__ void same_exchange_in_both_branches(const double* in, double* out) {
  const unsigned i = threadIdx.x;
  if (i < 16) {
    out[i] = __shfl_xor_sync(~0ull, in[i], 16) + 1;
  } else {
    out[i] = __shfl_xor_sync(~0ull, in[i], 16) - 1;
  }
}
CASE(same_exchange_in_both_branches) {
  RUN(same_exchange_in_both_branches, (1), (32), input<double>("in", 32),
      output<double>("out", 32));
}

// case sum_in_a_guard_with_the_whole_mask
//   warp-lanes - [guarded]
__global__ void sum_in_a_guard_with_the_whole_mask(const int* in, int* out, int n) {
  const int i = static_cast<int>(threadIdx.x);
  if (i < n) {
    int most = in[i];
    for (int step = 16; step > 0; step /= 2) {
      const int other = __shfl_down_sync(~0ull, most, step, 32);  // [guarded]
      most = other > most ? other : most;
    }
    if (i % 32 == 0) out[i / 32] = most;
  }
}
CASE(sum_in_a_guard_with_the_whole_mask) {
  RUN(sum_in_a_guard_with_the_whole_mask, (1), (64), input<int>("in", 50), output<int>("out", 2),
      50);
}

// case sum_in_a_block_of_48
//   warp-lanes - [short]
__global__ void sum_in_a_block_of_48(const int* in, int* out) {
  int v = in[threadIdx.x];
  for (int step = 16; step > 0; step /= 2) v += __shfl_down_sync(~0ull, v, step, 32);  // [short]
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
}
CASE(sum_in_a_block_of_48) {
  RUN(sum_in_a_block_of_48, (1), (48), input<int>("in", 48), output<int>("out", 2));
}

// case sum_in_a_block_of_48_by_sixteen
__global__ void sum_in_a_block_of_48_by_sixteen(const int* in, int* out) {
  int v = in[threadIdx.x];
  for (int step = 8; step > 0; step /= 2) {
    const int other = __shfl_down_sync(~0ull, v, step, 16);
    if (threadIdx.x % 16 + step < 16) v += other;
  }
  if (threadIdx.x % 16 == 0) out[threadIdx.x / 16] = v;
}
CASE(sum_in_a_block_of_48_by_sixteen) {
  RUN(sum_in_a_block_of_48_by_sixteen, (1), (48), input<int>("in", 48), output<int>("out", 3));
}
