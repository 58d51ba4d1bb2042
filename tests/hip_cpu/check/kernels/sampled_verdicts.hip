// Large grids, in which a workspace's check checks four blocks while the others run: mistakes of
// edges and between blocks, and right kernels whose blocks pass values on to each other.
#include "tests/hip_cpu/check/case.hpp"

// case ticket_without_a_fence_between_the_blocks
//   race sums [store] [sum]
__global__ void ticket_without_a_fence_between_the_blocks(float* sums, float* total,
                                                          unsigned* done) {
  if (threadIdx.x != 0) return;
  sums[blockIdx.x] = static_cast<float>(blockIdx.x);  // [store]
  if (atomicAdd(done, 1u) != gridDim.x - 1) return;
  float all = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) all += sums[b];  // [sum]
  *total = all;
}
CASE(ticket_without_a_fence_between_the_blocks) {
  sample(4, true);
  RUN(ticket_without_a_fence_between_the_blocks, (100), (32), scratch<float>("sums", 100),
      output<float>("total", 1), zeros<unsigned>("done", 1));
}

// case ticket_with_a_fence_between_the_blocks
__global__ void ticket_with_a_fence_between_the_blocks(float* sums, float* total, unsigned* done) {
  if (threadIdx.x != 0) return;
  sums[blockIdx.x] = static_cast<float>(blockIdx.x);
  __threadfence();
  if (atomicAdd(done, 1u) != gridDim.x - 1) return;
  float all = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) all += sums[b];
  *total = all;
}
CASE(ticket_with_a_fence_between_the_blocks) {
  sample(4, true);
  RUN(ticket_with_a_fence_between_the_blocks, (100), (32), scratch<float>("sums", 100),
      output<float>("total", 1), zeros<unsigned>("done", 1));
}

// Each block has a flag of its own: the releases of a checked block reach the next checked block
// through all blocks between them.

// case turns_by_a_flag_of_each_block
__global__ void turns_by_a_flag_of_each_block(int* total, int* flags) {
  while (blockIdx.x > 0 && atomicAdd(&flags[blockIdx.x - 1], 0) == 0) {
  }
  __threadfence();
  total[0] += 1;
  __threadfence();
  atomicExch(&flags[blockIdx.x], 1);
}
CASE(turns_by_a_flag_of_each_block) {
  sample(4, true);
  RUN(turns_by_a_flag_of_each_block, (60), (1), zeros<int>("total", 1), zeros<int>("flags", 60));
}

// case turns_without_a_fence
//   race total [add] [add]
__global__ void turns_without_a_fence(int* total, int* flags) {
  while (blockIdx.x > 0 && atomicAdd(&flags[blockIdx.x - 1], 0) == 0) {
  }
  total[0] += 1;  // [add]
  atomicExch(&flags[blockIdx.x], 1);
}
CASE(turns_without_a_fence) {
  sample(4, true);
  RUN(turns_without_a_fence, (60), (1), zeros<int>("total", 1), zeros<int>("flags", 60));
}

// The second of two blocks to arrive goes up: both children of a node may be blocks without a look.

// case sums_up_a_tree_of_blocks
__global__ void sums_up_a_tree_of_blocks(int* node, int* flags, int leaves) {
  int at = leaves + static_cast<int>(blockIdx.x);
  node[at] = static_cast<int>(blockIdx.x);
  while (at > 1) {
    __threadfence();
    if (atomicAdd(&flags[at / 2], 1) == 0) return;
    at /= 2;
    node[at] = node[2 * at] + node[2 * at + 1];
  }
}
CASE(sums_up_a_tree_of_blocks) {
  sample(6, true);
  RUN(sums_up_a_tree_of_blocks, (64), (1), zeros<int>("node", 128), zeros<int>("flags", 64), 64);
}

// case row_below_the_last
//   out-of-bounds in [below]
__global__ void row_below_the_last(const float* in, float* out, unsigned side) {
  const unsigned x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[y * side + x] = in[y * side + x] - in[(y + 1) * side + x];  // [below]
}
CASE(row_below_the_last) {
  sample(4, true);
  RUN(row_below_the_last, (10, 10), (8, 8), input<float>("in", 6400), output<float>("out", 6400),
      80u);
}

// case row_below_but_for_the_last
__global__ void row_below_but_for_the_last(const float* in, float* out, unsigned side) {
  const unsigned x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[y * side + x] = in[y * side + x] - (y + 1 < side ? in[(y + 1) * side + x] : 0);
}
CASE(row_below_but_for_the_last) {
  sample(4, true);
  RUN(row_below_but_for_the_last, (10, 10), (8, 8), input<float>("in", 6400),
      output<float>("out", 6400), 80u);
}

// case blocks_overlap_by_one
//   race out [store] [store]
__global__ void blocks_overlap_by_one(float* out) {
  out[blockIdx.x * 31 + threadIdx.x] = static_cast<float>(blockIdx.x);  // [store]
}
CASE(blocks_overlap_by_one) {
  sample(4, true);
  RUN(blocks_overlap_by_one, (100), (32), output<float>("out", 3101));
}

// case rows_of_blocks_overlap_by_one
//   race out [store] [store]
__global__ void rows_of_blocks_overlap_by_one(float* out) {
  out[(blockIdx.y * 3 + threadIdx.y) * 32 + threadIdx.x] =  // [store]
      static_cast<float>(blockIdx.y);
}
CASE(rows_of_blocks_overlap_by_one) {
  sample(4, true);
  RUN(rows_of_blocks_overlap_by_one, (1, 90), (32, 4), output<float>("out", 271 * 32));
}

// case every_second_block_forgets_its_barrier
//   race row [store] [load]
__global__ void every_second_block_forgets_its_barrier(int* out) {
  __shared__ int row[32];
  row[threadIdx.x] = static_cast<int>(threadIdx.x);  // [store]
  if (blockIdx.x % 2 == 0) __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = row[31 - threadIdx.x];  // [load]
}
CASE(every_second_block_forgets_its_barrier) {
  sample(4, true);
  RUN(every_second_block_forgets_its_barrier, (100), (32), output<int>("out", 3200));
}

// case takes_work_until_there_is_none
__global__ void takes_work_until_there_is_none(int* out, unsigned* next, unsigned all) {
  __shared__ unsigned mine;
  for (;;) {
    if (threadIdx.x == 0) mine = atomicAdd(next, 1u);
    __syncthreads();
    if (mine >= all) return;
    out[mine * 32 + threadIdx.x] = static_cast<int>(mine);
    __syncthreads();
  }
}
CASE(takes_work_until_there_is_none) {
  sample(4, true);
  RUN(takes_work_until_there_is_none, (40), (32), output<int>("out", 64 * 32),
      zeros<unsigned>("next", 1), 64u);
}

// case strides_over_the_grid
__global__ void strides_over_the_grid(int* out, const int* in, unsigned all) {
  for (unsigned i = blockIdx.x * 32 + threadIdx.x; i < all; i += gridDim.x * 32) out[i] = in[i] + 1;
}
CASE(strides_over_the_grid) {
  sample(4, true);
  RUN(strides_over_the_grid, (50), (32), output<int>("out", 10000), input<int>("in", 10000),
      10000u);
}
