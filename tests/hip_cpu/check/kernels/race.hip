// Accesses within a block that nothing orders: missing barriers, and calls that are no barriers.
#include "tests/hip_cpu/check/case.hpp"

// case pooling_without_barrier
//   race s [read] [write]
__global__ void pooling_without_barrier(float* out, const float* in) {
  __shared__ float s[64];
  const unsigned i = threadIdx.x;
  s[i] = in[i];  // [write]
  float sum = 0;
  for (unsigned back = 0; back < 3 && back <= i; ++back) sum += s[i - back];  // [read]
  out[i] = sum;
}
CASE(pooling_without_barrier) {
  RUN(pooling_without_barrier, (1), (64), output<float>("out", 64), input<float>("in", 64));
}

// case neighbour_to_the_right
//   race s [read] [write]
__global__ void neighbour_to_the_right(int* out) {
  __shared__ int s[64];
  const unsigned i = threadIdx.x;
  s[i] = 1;                                    // [write]
  out[blockIdx.x * 64 + i] = s[(i + 1) % 64];  // [read]
}
CASE(neighbour_to_the_right) { RUN(neighbour_to_the_right, (2), (64), output<int>("out", 128)); }

// case scan_with_one_barrier
//   race s [step] [step]
__global__ void scan_with_one_barrier(float* out, const float* in) {
  __shared__ float s[64];
  const unsigned i = threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  for (unsigned offset = 1; offset < 64; offset *= 2) {
    if (i >= offset) s[i] += s[i - offset];  // [step]
    __syncthreads();
  }
  out[i] = s[i];
}
CASE(scan_with_one_barrier) {
  RUN(scan_with_one_barrier, (1), (64), output<float>("out", 64), input<float>("in", 64));
}

// case write_after_read
//   race s [read] [write]
__global__ void write_after_read(float* out, const float* in) {
  __shared__ float s[96];
  const unsigned i = threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  const float left = i > 0 ? s[i - 1] : 0;  // [read]
  s[i] += left;                             // [write]
  __syncthreads();
  out[i] = s[i];
}
CASE(write_after_read) {
  RUN(write_after_read, (1), (96), output<float>("out", 96), input<float>("in", 96));
}

// case reduction_without_barrier
//   numbered: race s [step] [step]
//   race s [step] [fill]
__global__ void reduction_without_barrier(float* out, const float* in) {
  __shared__ float s[8];
  const unsigned i = threadIdx.x;
  s[i] = in[i];  // [fill]
  for (unsigned stride = 4; stride > 0; stride /= 2)
    if (i < stride) s[i] += s[i + stride];  // [step]
  if (i == 0) out[0] = s[0];
}
CASE(reduction_without_barrier) {
  RUN(reduction_without_barrier, (1), (8), output<float>("out", 1), input<float>("in", 8));
}

// case all_add_to_one_cell
//   race total [add] [add]
__global__ void all_add_to_one_cell(float* out, const float* in) {
  __shared__ float total;
  const unsigned i = threadIdx.y * blockDim.x + threadIdx.x;
  if (i == 0) total = 0;
  __syncthreads();
  total += in[i];  // [add]
  __syncthreads();
  out[i] = total;
}
CASE(all_add_to_one_cell) {
  RUN(all_add_to_one_cell, (1), (3, 3), output<float>("out", 9), input<float>("in", 9));
}

// case lanes_without_warp_barrier
//   race s [read] [write]
__global__ void lanes_without_warp_barrier(int* out) {
  __shared__ int s[32];
  const unsigned lane = threadIdx.x;
  s[lane] = 1;               // [write]
  out[lane] = s[31 - lane];  // [read]
}
CASE(lanes_without_warp_barrier) {
  RUN(lanes_without_warp_barrier, (1), (32), output<int>("out", 32));
}

// case warp_barrier_for_the_block
//   race s [read] [write]
__global__ void warp_barrier_for_the_block(int* out) {
  __shared__ int s[128];
  const unsigned i = threadIdx.x;
  s[i] = 1;  // [write]
  __syncwarp();
  out[i] = s[127 - i];  // [read]
}
CASE(warp_barrier_for_the_block) {
  RUN(warp_barrier_for_the_block, (1), (128), output<int>("out", 128));
}

// case warp_barrier_of_half_the_lanes
//   race s [read] [write]
__global__ void warp_barrier_of_half_the_lanes(int* out) {
  __shared__ int s[32];
  const unsigned lane = threadIdx.x;
  s[lane] = 1;  // [write]
  if (lane < 16) {
    __syncwarp(0xffffull);
    out[lane] = s[lane + 16];  // [read]
  }
}
CASE(warp_barrier_of_half_the_lanes) {
  RUN(warp_barrier_of_half_the_lanes, (1), (32), output<int>("out", 16));
}

// case shuffle_is_no_barrier
//   race s [read] [write]
__global__ void shuffle_is_no_barrier(int* out) {
  __shared__ int s[32];
  const unsigned lane = threadIdx.x;
  s[lane] = 1;  // [write]
  const int other = __shfl_xor(1, 1);
  out[lane] = s[lane ^ 1] + other;  // [read]
}
CASE(shuffle_is_no_barrier) { RUN(shuffle_is_no_barrier, (1), (32), output<int>("out", 32)); }

// case fence_is_no_barrier
//   race s [read] [write]
__global__ void fence_is_no_barrier(int* out) {
  __shared__ int s[64];
  const unsigned i = threadIdx.x;
  s[i] = 1;  // [write]
  __threadfence_block();
  out[i] = s[63 - i];  // [read]
}
CASE(fence_is_no_barrier) { RUN(fence_is_no_barrier, (1), (64), output<int>("out", 64)); }

// The sum is cleared in the phase in which others add to it already: that is the race, and no
// reading of unwritten memory, in whatever order.
// case sum_cleared_while_others_add
//   race sum [clear] [add]
__global__ void sum_cleared_while_others_add(float* sum, const float* in) {
  if (threadIdx.x == 0) *sum = 0;   // [clear]
  atomicAdd(sum, in[threadIdx.x]);  // [add]
}
CASE(sum_cleared_while_others_add) {
  RUN(sum_cleared_while_others_add, (1), (32), output<float>("sum", 1), input<float>("in", 32));
}

// case sum_cleared_before_others_add
__global__ void sum_cleared_before_others_add(float* sum, const float* in) {
  if (threadIdx.x == 0) *sum = 0;
  __syncthreads();
  atomicAdd(sum, in[threadIdx.x]);
}
CASE(sum_cleared_before_others_add) {
  RUN(sum_cleared_before_others_add, (1), (32), output<float>("sum", 1), input<float>("in", 32));
}

// case in_place_stencil
//   race cells [read] [write]
__global__ void in_place_stencil(float* cells, unsigned n) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x + 1 >= n || y >= n) return;
  const float right = cells[y * n + x + 1];  // [read]
  cells[y * n + x] += right;                 // [write]
}
CASE(in_place_stencil) { RUN(in_place_stencil, (2, 2), (4, 4), input<float>("cells", 64), 8u); }

// case three_dimensions
//   race s [read] [write]
__global__ void three_dimensions(int* out) {
  __shared__ int s[2][3][4];
  s[threadIdx.z][threadIdx.y][threadIdx.x] = 1;  // [write]
  const unsigned i = threadIdx.x + 4 * (threadIdx.y + 3 * threadIdx.z);
  out[i] = s[1 - threadIdx.z][threadIdx.y][threadIdx.x];  // [read]
}
CASE(three_dimensions) { RUN(three_dimensions, (1), (4, 3, 2), output<int>("out", 24)); }

// case in_a_function
//   race s [read] [write]
__device__ void fill(int* s, unsigned i) { s[i] = 1; }  // [write]
__device__ int neighbour(const int* s, unsigned i) {
  return s[(i + 1) % 32];  // [read]
}
__global__ void in_a_function(int* out) {
  __shared__ int s[32];
  fill(s, threadIdx.x);
  out[threadIdx.x] = neighbour(s, threadIdx.x);
}
CASE(in_a_function) { RUN(in_a_function, (1), (32), output<int>("out", 32)); }
