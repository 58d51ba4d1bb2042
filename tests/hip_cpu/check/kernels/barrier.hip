// Barriers and warp operations that do not meet everybody they should.
#include "tests/hip_cpu/check/case.hpp"

// case early_return
//   barrier-divergence - [barrier]
__global__ void early_return(float* out, const float* in, unsigned n) {
  __shared__ float s[64];
  const unsigned i = threadIdx.x;
  if (i >= n) return;
  s[i] = in[i];
  __syncthreads();  // [barrier]
  out[i] = s[n - 1 - i];
}
CASE(early_return) {
  RUN(early_return, (1), (64), output<float>("out", 50), input<float>("in", 50), 50u);
}

// case barrier_in_a_branch
//   barrier-divergence - [barrier]
__global__ void barrier_in_a_branch(int* out) {
  const unsigned i = threadIdx.x;
  if (i < 3) {
    out[i] = 1;
    __syncthreads();  // [barrier]
  } else {
    out[i] = 2;
  }
}
CASE(barrier_in_a_branch) { RUN(barrier_in_a_branch, (1), (4), output<int>("out", 4)); }

// case two_barriers
//   barrier-divergence - [odd] [even]
__global__ void two_barriers(int* out) {
  const unsigned i = threadIdx.x;
  if (i % 2 == 1) {
    out[i] = 1;
    __syncthreads();  // [odd]
  } else {
    out[i] = 2;
    __syncthreads();  // [even]
  }
}
CASE(two_barriers) { RUN(two_barriers, (1), (64), output<int>("out", 64)); }

// case loops_of_different_length
//   barrier-divergence - [barrier]
__global__ void loops_of_different_length(int* out) {
  int sum = 0;
  for (unsigned step = 0; step <= threadIdx.x % 4; ++step) {
    sum += 1;
    __syncthreads();  // [barrier]
  }
  out[threadIdx.x] = sum;
}
CASE(loops_of_different_length) { RUN(loops_of_different_length, (1), (8), output<int>("out", 8)); }

// case barrier_of_the_first_warp
//   barrier-divergence - [barrier]
__global__ void barrier_of_the_first_warp(int* out) {
  __shared__ int s[128];
  s[threadIdx.x] = 1;
  if (threadIdx.x < 64) __syncthreads();  // [barrier]
  out[threadIdx.x] = s[threadIdx.x];
}
CASE(barrier_of_the_first_warp) {
  RUN(barrier_of_the_first_warp, (1), (128), output<int>("out", 128));
}

// case early_return_in_two_dimensions
//   barrier-divergence - [barrier]
__global__ void early_return_in_two_dimensions(float* out, unsigned n) {
  __shared__ float s[4][4];
  const unsigned x = blockIdx.x * 4 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  if (x >= n || y >= n) return;
  s[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();  // [barrier]
  out[y * n + x] = s[threadIdx.y][threadIdx.x];
}
CASE(early_return_in_two_dimensions) {
  RUN(early_return_in_two_dimensions, (2, 2), (4, 4), output<float>("out", 36), 6u);
}

// case counting_barrier_in_a_branch
//   barrier-divergence - [barrier]
__global__ void counting_barrier_in_a_branch(int* out) {
  out[threadIdx.x] = 0;
  if (threadIdx.x != 0) out[threadIdx.x] = __syncthreads_count(1);  // [barrier]
}
CASE(counting_barrier_in_a_branch) {
  RUN(counting_barrier_in_a_branch, (1), (8), output<int>("out", 8));
}

// case reads_from_a_lane_that_left
//   warp-lanes - [shuffle]
__global__ void reads_from_a_lane_that_left(float* out, unsigned n) {
  const unsigned i = threadIdx.x;
  if (i >= n) return;
  float sum = 1;
  for (unsigned offset = 16; offset > 0; offset /= 2) sum += __shfl_down(sum, offset);  // [shuffle]
  if (i == 0) out[0] = sum;
}
CASE(reads_from_a_lane_that_left) {
  RUN(reads_from_a_lane_that_left, (1), (32), output<float>("out", 1), 20u);
}

// case reads_across_a_branch
//   warp-lanes - [shuffle] [elsewhere]
__global__ void reads_across_a_branch(int* out) {
  const unsigned lane = threadIdx.x;
  out[lane] = 0;
  if (lane < 16) out[lane] = __shfl(5, 20);  // [shuffle]
  __syncthreads();                           // [elsewhere]
}
CASE(reads_across_a_branch) { RUN(reads_across_a_branch, (1), (32), output<int>("out", 32)); }

// case caller_not_in_its_mask
//   warp-lanes - [shuffle]
__global__ void caller_not_in_its_mask(int* out) {
  const unsigned lane = threadIdx.x;
  out[lane] = __shfl_sync(0xffull, 1, 0);  // [shuffle]
}
CASE(caller_not_in_its_mask) { RUN(caller_not_in_its_mask, (1), (9), output<int>("out", 9)); }

// case masks_that_wait_for_each_other
//   warp-lanes - [low] [high]
__global__ void masks_that_wait_for_each_other(int* out) {
  const unsigned lane = threadIdx.x;
  if (lane < 16) {
    out[lane] = __shfl_sync(0xffffffffull, 1, 0);  // [low]
  } else {
    out[lane] = __shfl_sync(0xffff0001ull, 2, 16);  // [high]
  }
}
CASE(masks_that_wait_for_each_other) {
  RUN(masks_that_wait_for_each_other, (1), (32), output<int>("out", 32));
}

// case half_at_the_barrier
//   barrier-divergence - [barrier] [shuffle]
__global__ void half_at_the_barrier(int* out) {
  const unsigned lane = threadIdx.x;
  if (lane < 16) {
    out[lane] = __shfl_sync(0xffffffffull, 1, 0);  // [shuffle]
  } else {
    __syncthreads();  // [barrier]
    out[lane] = 2;
  }
}
CASE(half_at_the_barrier) { RUN(half_at_the_barrier, (1), (32), output<int>("out", 32)); }

// case reads_from_a_lane_that_left_masked
//   warp-lanes - [shuffle]
__global__ void reads_from_a_lane_that_left_masked(int* out) {
  const unsigned lane = threadIdx.x;
  if (lane >= 24) return;
  out[lane] = __shfl_sync(0xffffffffull, static_cast<int>(lane), 31);  // [shuffle]
}
CASE(reads_from_a_lane_that_left_masked) {
  RUN(reads_from_a_lane_that_left_masked, (1), (32), output<int>("out", 24));
}
