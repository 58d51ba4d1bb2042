// Warp operations whose lanes do not match: other operations in one mask, other masks in one call.
#include "tests/hip_cpu/check/case.hpp"

// case half_shuffles_and_half_waits
//   warp-lanes - [shuffle] [wait]
__global__ void half_shuffles_and_half_waits(int* out) {
  const unsigned lane = threadIdx.x;
  int value = 0;
  if (lane % 2 == 0)
    value = __shfl_sync(~0ull, 1, 0);  // [shuffle]
  else
    __syncwarp();  // [wait]
  out[lane] = value;
}
CASE(half_shuffles_and_half_waits) {
  RUN(half_shuffles_and_half_waits, (1), (64), output<int>("out", 64));
}

// case vote_against_shuffle
//   warp-lanes - [shuffle] [vote]
__global__ void vote_against_shuffle(int* out) {
  const unsigned lane = threadIdx.x;
  if (lane < 8) {
    out[lane] = __shfl_sync(0xffffull, 3, 1);  // [shuffle]
  } else if (lane < 16) {
    out[lane] = __any_sync(0xffffull, lane == 9);  // [vote]
  }
}
CASE(vote_against_shuffle) { RUN(vote_against_shuffle, (1), (32), output<int>("out", 16)); }

// case barrier_against_vote
//   warp-lanes - [wait] [vote]
__global__ void barrier_against_vote(unsigned long long* out) {
  const unsigned lane = threadIdx.x;
  if (lane == 0) {
    __syncwarp(0xffull);  // [wait]
  } else if (lane < 8) {
    out[lane] = __ballot_sync(0xffull, 1);  // [vote]
  }
}
CASE(barrier_against_vote) {
  RUN(barrier_against_vote, (1), (32), scratch<unsigned long long>("out", 8));
}

// case three_operations_in_one_mask
//   warp-lanes - [vote] [shuffle]
__global__ void three_operations_in_one_mask(int* out) {
  const unsigned lane = threadIdx.x;
  if (lane < 4) {
    out[lane] = __all_sync(0xffffull, lane < 4);  // [vote]
  } else if (lane < 10) {
    out[lane] = __shfl_sync(0xffffull, 3, 5);  // [shuffle]
  } else if (lane < 16) {
    __syncwarp(0xffffull);
  }
}
CASE(three_operations_in_one_mask) {
  RUN(three_operations_in_one_mask, (1), (32), scratch<int>("out", 16));
}

// case two_masks_in_one_shuffle
//   warp-lanes - [shuffle] [shuffle]
__global__ void two_masks_in_one_shuffle(int* out) {
  const unsigned lane = threadIdx.x;
  const unsigned long long mask = lane < 8 ? 0xffull : 0xffffull;
  if (lane < 16) out[lane] = __shfl_sync(mask, static_cast<int>(lane), 9);  // [shuffle]
}
CASE(two_masks_in_one_shuffle) {
  RUN(two_masks_in_one_shuffle, (1), (32), scratch<int>("out", 16));
}

// case two_masks_in_one_barrier
//   warp-lanes - [wait] [wait]
__global__ void two_masks_in_one_barrier(int* out) {
  const unsigned lane = threadIdx.x;
  __syncwarp(lane < 16 ? 0xffffull : 0xffffffffull);  // [wait]
  out[lane] = 1;
}
CASE(two_masks_in_one_barrier) { RUN(two_masks_in_one_barrier, (1), (32), output<int>("out", 32)); }

// case masks_of_two_halves
__global__ void masks_of_two_halves(int* out) {
  const unsigned lane = threadIdx.x;
  const unsigned long long mask = lane < 16 ? 0xffffull : 0xffff0000ull;
  const int value = __shfl_xor_sync(mask, static_cast<int>(lane), 3);
  __syncwarp(mask);
  out[lane] = value + __any_sync(mask, lane == 20);
}
CASE(masks_of_two_halves) { RUN(masks_of_two_halves, (1), (32), output<int>("out", 32)); }

// case one_half_first_then_all
__global__ void one_half_first_then_all(int* out) {
  const unsigned lane = threadIdx.x;
  int value = static_cast<int>(lane);
  if (lane < 16) value = __shfl_xor_sync(0xffffull, value, 1);
  __syncwarp(0xffffffffull);
  out[lane] = __shfl_sync(0xffffffffull, value, 31 - static_cast<int>(lane));
}
CASE(one_half_first_then_all) { RUN(one_half_first_then_all, (1), (32), output<int>("out", 32)); }

// case lanes_leave_a_loop_with_their_mask
__global__ void lanes_leave_a_loop_with_their_mask(int* out) {
  const unsigned lane = threadIdx.x;
  unsigned long long mask = 0xffffffffull;
  for (unsigned left = 32; left > 1; left /= 2) {
    out[lane] = __shfl_sync(mask, static_cast<int>(left), 0);
    __syncwarp(mask);
    mask &= (1ull << left / 2) - 1;
    if (lane >= left / 2) return;
  }
}
CASE(lanes_leave_a_loop_with_their_mask) {
  RUN(lanes_leave_a_loop_with_their_mask, (1), (32), output<int>("out", 32));
}

// case the_same_shuffle_in_two_branches
__global__ void the_same_shuffle_in_two_branches(int* out) {
  const unsigned lane = threadIdx.x;
  if (lane % 2 == 0) {
    out[lane] = __shfl_sync(0xffffffffull, static_cast<int>(lane), 1);
  } else {
    out[lane] = __shfl_sync(0xffffffffull, static_cast<int>(lane), 0);
  }
}
CASE(the_same_shuffle_in_two_branches) {
  RUN(the_same_shuffle_in_two_branches, (1), (32), output<int>("out", 32));
}

// case all_lanes_in_a_loop
__global__ void all_lanes_in_a_loop(int* out) {
  int sum = 0;
  for (int k = 0; k < 4; ++k) {
    sum += __shfl_down_sync(~0ull, sum + k, 1);
    if (__any_sync(~0ull, sum > 100)) break;
    __syncwarp();
  }
  out[threadIdx.x] = sum;
}
CASE(all_lanes_in_a_loop) { RUN(all_lanes_in_a_loop, (1), (64), output<int>("out", 64)); }
