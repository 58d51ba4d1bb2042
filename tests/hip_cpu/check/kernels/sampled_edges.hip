// Large grids with some checked blocks: mistakes of the first, the last and every block, and right
// kernels whose other blocks matter.
#include "tests/hip_cpu/check/case.hpp"

// case shifts_past_the_end
//   out-of-bounds in [shift]
__global__ void shifts_past_the_end(const float* in, float* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + 1];  // [shift]
}
CASE(shifts_past_the_end) {
  sample(6);
  RUN(shifts_past_the_end, (80), (64), input<float>("in", 5120), output<float>("out", 5120));
}

// case shifts_up_to_the_end
__global__ void shifts_up_to_the_end(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i + 1 < n ? in[i + 1] : 0;
}
CASE(shifts_up_to_the_end) {
  sample(6);
  RUN(shifts_up_to_the_end, (80), (64), input<float>("in", 5120), output<float>("out", 5120),
      5120u);
}

// case first_block_reads_in_front
//   out-of-bounds in [left]
__global__ void first_block_reads_in_front(const float* in, float* out) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  out[i] = in[i] - in[i - 1];  // [left]
}
CASE(first_block_reads_in_front) {
  sample(6);
  RUN(first_block_reads_in_front, (80), (64), input<float>("in", 5120), output<float>("out", 5120));
}

// case barrier_of_half_a_block
//   barrier-divergence - [barrier]
__global__ void barrier_of_half_a_block(int* out) {
  if (threadIdx.x < 32) __syncthreads();  // [barrier]
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
CASE(barrier_of_half_a_block) {
  sample(6);
  RUN(barrier_of_half_a_block, (70), (64), output<int>("out", 4480));
}

// case all_blocks_write_one_word
//   race total [total]
__global__ void all_blocks_write_one_word(int* total) {
  if (threadIdx.x == 0) *total += 1;  // [total]
}
CASE(all_blocks_write_one_word) {
  sample(6);
  RUN(all_blocks_write_one_word, (70), (32), zeros<int>("total", 1));
}

// case all_blocks_add_to_one_word
__global__ void all_blocks_add_to_one_word(int* total) {
  if (threadIdx.x == 0) atomicAdd(total, 1);
}
CASE(all_blocks_add_to_one_word) {
  sample(6);
  RUN(all_blocks_add_to_one_word, (70), (32), zeros<int>("total", 1));
}

// case tile_of_another_width
//   out-of-bounds tile [store]
__global__ void tile_of_another_width(int* out) {
  __shared__ int tile[48];
  tile[threadIdx.x] = 1;  // [store]
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[threadIdx.x % 48];
}
CASE(tile_of_another_width) {
  sample(6);
  RUN(tile_of_another_width, (70), (64), output<int>("out", 4480));
}

// case tile_as_wide_as_the_block
__global__ void tile_as_wide_as_the_block(int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[63 - threadIdx.x];
}
CASE(tile_as_wide_as_the_block) {
  sample(6);
  RUN(tile_as_wide_as_the_block, (70), (64), output<int>("out", 4480));
}
