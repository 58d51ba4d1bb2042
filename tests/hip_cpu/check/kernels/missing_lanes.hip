// Values read from lanes that take no part: dropped, which is a warning, or used.
#include "tests/hip_cpu/check/case.hpp"

__global__ void dropped_or_not(int* out, unsigned lanes, bool uses) {
  if (threadIdx.x >= lanes) return;
  const int other = __shfl(static_cast<int>(threadIdx.x), 20);  // [any]
  out[threadIdx.x] = uses ? other : 0;
}

// case dropped_beyond_the_end
//   warp-lanes-unused - [shuffle]
__global__ void dropped_beyond_the_end(float* out, const float* in, unsigned n) {
  const unsigned i = threadIdx.x;
  if (i >= n) return;
  const float next = __shfl_down(in[i], 1);  // [shuffle]
  out[i] = i + 1 < n ? next : in[i];
}
CASE(dropped_beyond_the_end) {
  RUN(dropped_beyond_the_end, (1), (64), output<float>("out", 40), input<float>("in", 40), 40u);
}

// case used_beyond_the_end
//   warp-lanes - [shuffle]
__global__ void used_beyond_the_end(float* out, const float* in, unsigned n) {
  const unsigned i = threadIdx.x;
  if (i >= n) return;
  const float next = __shfl_down(in[i], 1);  // [shuffle]
  out[i] = next;
}
CASE(used_beyond_the_end) {
  RUN(used_beyond_the_end, (1), (64), output<float>("out", 40), input<float>("in", 40), 40u);
}

// case all_lanes_take_part
__global__ void all_lanes_take_part(float* out, const float* in, unsigned n) {
  const unsigned i = threadIdx.x;
  const float next = __shfl_down(i < n ? in[i] : 0, 1);
  if (i < n) out[i] = i + 1 < n ? next : in[i];
}
CASE(all_lanes_take_part) {
  RUN(all_lanes_take_part, (1), (64), output<float>("out", 40), input<float>("in", 40), 40u);
}

// case tree_that_only_lane_0_writes
//   warp-lanes-unused - [shuffle]
__global__ void tree_that_only_lane_0_writes(int* out, const int* in) {
  const unsigned lane = threadIdx.x % warpSize;
  if (lane >= 16) return;
  int sum = in[threadIdx.x];
  for (unsigned apart = 8; apart > 0; apart /= 2) sum += __shfl_down(sum, apart);  // [shuffle]
  if (lane == 0) out[threadIdx.x / warpSize] = sum;
}
CASE(tree_that_only_lane_0_writes) {
  RUN(tree_that_only_lane_0_writes, (1), (64), zeros<int>("out", 2), input<int>("in", 64));
}

// case tree_of_too_few_lanes
//   warp-lanes - [shuffle]
__global__ void tree_of_too_few_lanes(int* out, const int* in) {
  const unsigned lane = threadIdx.x % warpSize;
  if (lane >= 12) return;
  int sum = in[threadIdx.x];
  for (unsigned apart = 8; apart > 0; apart /= 2) sum += __shfl_down(sum, apart);  // [shuffle]
  if (lane == 0) out[threadIdx.x / warpSize] = sum;
}
CASE(tree_of_too_few_lanes) {
  RUN(tree_of_too_few_lanes, (1), (64), zeros<int>("out", 2), input<int>("in", 64));
}

// case neighbour_of_even_lanes_dropped
//   warp-lanes-unused - [shuffle] [odd]
__global__ void neighbour_of_even_lanes_dropped(int* out) {
  const int i = static_cast<int>(threadIdx.x);
  int other = 0;
  if (i % 2 == 0) other = __shfl_xor(i, 1);  // [shuffle]
  __syncthreads();                           // [odd]
  out[i] = i % 2 == 0 ? i : other;
}
CASE(neighbour_of_even_lanes_dropped) {
  RUN(neighbour_of_even_lanes_dropped, (1), (32), output<int>("out", 32));
}

// case neighbour_of_even_lanes_used
//   warp-lanes - [shuffle] [odd]
__global__ void neighbour_of_even_lanes_used(int* out) {
  const int i = static_cast<int>(threadIdx.x);
  int other = 0;
  if (i % 2 == 0) other = __shfl_xor(i, 1);  // [shuffle]
  __syncthreads();                           // [odd]
  out[i] = other;
}
CASE(neighbour_of_even_lanes_used) {
  RUN(neighbour_of_even_lanes_used, (1), (32), output<int>("out", 32));
}

// case smallest_of_missing_lanes
//   warp-lanes - [shuffle]
__global__ void smallest_of_missing_lanes(unsigned* out, const unsigned* in) {
  if (threadIdx.x >= 12) return;
  unsigned least = in[threadIdx.x] + 5;
  for (unsigned apart = 8; apart > 0; apart /= 2) {
    const unsigned other = __shfl_down(least, apart);  // [shuffle]
    least = other > least ? other : least;
  }
  if (threadIdx.x == 0) *out = least;
}
CASE(smallest_of_missing_lanes) {
  RUN(smallest_of_missing_lanes, (1), (32), output<unsigned>("out", 1), input<unsigned>("in", 32));
}

// case masked_tail_dropped
//   warp-lanes-unused - [shuffle]
__global__ void masked_tail_dropped(int* out) {
  const int i = static_cast<int>(threadIdx.x);
  if (i >= 24) return;
  const int other =
      __shfl_up_sync(0xffffffull, i, 1) + __shfl_sync(0xffffffull, i, 30);  // [shuffle]
  out[i] = i > 0 && other == -1 ? 0 : i;
}
CASE(masked_tail_dropped) { RUN(masked_tail_dropped, (1), (32), output<int>("out", 24)); }

// case dropped_in_each_of_two_launches
//   warp-lanes-unused - [any]
CASE(dropped_in_each_of_two_launches) {
  RUN(dropped_or_not, (1), (32), output<int>("out", 16), 16u, false);
  RUN(dropped_or_not, (1), (32), output<int>("out", 16), 16u, false);
}

// case used_in_the_second_launch
//   warp-lanes-unused - [any]
//   warp-lanes - [any]
CASE(used_in_the_second_launch) {
  RUN(dropped_or_not, (1), (32), output<int>("out", 16), 16u, false);
  RUN(dropped_or_not, (1), (32), output<int>("out", 16), 16u, true);
}
