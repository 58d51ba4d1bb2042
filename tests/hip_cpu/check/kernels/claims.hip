// Kernels that are held to limits, which some of them cross. The line is the first access that is
// too many.
#include <hippuzzle/async_copy.hpp>
#include <hippuzzle/matrix/matrix_core.hpp>
#include <hippuzzle/static_tensor.hpp>

#include "tests/hip_cpu/check/case.hpp"

// case reads_its_neighbours
//   claim - [more]
__global__ void reads_its_neighbours(float* out, const float* in) {
  const unsigned i = threadIdx.x;
  float sum = in[i];
  for (unsigned back = 1; back < 3; ++back) {
    if (back <= i) sum += in[i - back];  // [more]
  }
  out[i] = sum;
}
CASE(reads_its_neighbours) {
  limit({{HIP_CPU_GLOBAL_READS, false, 1}, {HIP_CPU_GLOBAL_WRITES, false, 1}});
  RUN(reads_its_neighbours, (1), (8), output<float>("out", 8), input<float>("in", 8));
}

// case adds_to_global_memory
//   claim - [add]
//   claim - [add]
__global__ void adds_to_global_memory(double* sums, const double* in) {
  const unsigned i = threadIdx.y * blockDim.x + threadIdx.x;
  sums[i] = 0;
  for (unsigned k = 0; k < 4; ++k) sums[i] += in[k];  // [add]
}
CASE(adds_to_global_memory) {
  limit({{HIP_CPU_GLOBAL_WRITES, false, 1}, {HIP_CPU_GLOBAL_READS, false, 4}});
  RUN(adds_to_global_memory, (1), (4, 2), output<double>("sums", 8), input<double>("in", 4));
}

// case one_sum_for_each_block
//   claim - [write]
__global__ void one_sum_for_each_block(int* sums) {
  if (threadIdx.x == 0) sums[blockIdx.x] = 1;  // [write]
}
CASE(one_sum_for_each_block) {
  limit({{HIP_CPU_GLOBAL_WRITES, true, 1}});
  RUN(one_sum_for_each_block, (3), (8), output<int>("sums", 3));
}

// case one_barrier_too_many
//   claim - [second]
__global__ void one_barrier_too_many(int* out) {
  __shared__ int s[8];
  s[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[7 - threadIdx.x];
  __syncthreads();  // [second]
}
CASE(one_barrier_too_many) {
  limit({{HIP_CPU_BARRIERS, false, 1}});
  RUN(one_barrier_too_many, (1), (8), output<int>("out", 8));
}

// case columns_of_a_tile
//   claim - [column]
__global__ void columns_of_a_tile(float* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];  // [column]
}
CASE(columns_of_a_tile) {
  limit({{HIP_CPU_BANK_CONFLICTS, true, 0}});
  RUN(columns_of_a_tile, (1), (32, 32), output<float>("out", 1024));
}

// case rows_a_column_apart
//   claim - [apart]
__global__ void rows_a_column_apart(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x] + in[8 * threadIdx.x];  // [apart]
}
CASE(rows_a_column_apart) {
  limit({{HIP_CPU_GLOBAL_SECTORS, true, 8}});  // 4 for `in`, 4 for `out`
  RUN(rows_a_column_apart, (1), (32), output<float>("out", 32), input<float>("in", 256));
}

// case window_read_twice
//   claim - [again]
__global__ void window_read_twice(unsigned char* out) {
  extern __shared__ unsigned char dynamic[];
  const unsigned i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  dynamic[i] = 1;
  __syncthreads();
  unsigned sum = dynamic[i] + dynamic[i ^ 1];
  sum += dynamic[i ^ 2];  // [again]
  out[i] = static_cast<unsigned char>(sum);
}
CASE(window_read_twice) {
  limit({{HIP_CPU_SHARED_READS, false, 2}});
  RUN_SHARED(window_read_twice, (1), (2, 2, 4), 16, output<unsigned char>("out", 16));
}

// case two_launches_together
//   claim - [write]
__global__ void one_launch(int* out, int value) {
  out[threadIdx.x] = value;  // [write]
}
CASE(two_launches_together) {
  limit({{HIP_CPU_GLOBAL_WRITES, true, 12}, {HIP_CPU_GLOBAL_WRITES, false, 1}});
  int* out = output<int>("out", 8);
  RUN(one_launch, (1), (8), out, 1);
  RUN(one_launch, (1), (8), out, 2);
}

// case limits_that_are_held
__global__ void limits_that_are_held(float* out, const float* in, unsigned n) {
  using namespace hippuzzle;
  const LayoutTensor in_tensor(in, row_major(n));
  __shared__ SharedTensor<float, decltype(row_major<32>())> shared;
  const unsigned i = blockIdx.x * 32 + threadIdx.x, local = threadIdx.x;
  shared(local) = in_tensor.contains(i) ? in_tensor(i) : 0;
  __syncthreads();
  if (i < n) out[i] = shared(local) + shared(local ^ 1);
}
CASE(limits_that_are_held) {
  limit({{HIP_CPU_GLOBAL_READS, false, 1},
         {HIP_CPU_GLOBAL_WRITES, false, 1},
         {HIP_CPU_GLOBAL_WRITES, true, 50},
         {HIP_CPU_SHARED_READS, false, 2},
         {HIP_CPU_SHARED_WRITES, false, 1},
         {HIP_CPU_BARRIERS, false, 1},
         {HIP_CPU_BANK_CONFLICTS, true, 0}});
  RUN(limits_that_are_held, (2), (32), output<float>("out", 50), input<float>("in", 50), 50u);
}

// case atomics_are_no_reads
__global__ void atomics_are_no_reads(float* total) { atomicAdd(total, 1.0f); }
CASE(atomics_are_no_reads) {
  limit({{HIP_CPU_GLOBAL_READS, true, 0},
         {HIP_CPU_GLOBAL_WRITES, true, 0},
         {HIP_CPU_GLOBAL_ATOMICS, false, 1}});
  RUN(atomics_are_no_reads, (2), (16), zeros<float>("total", 1));
}

// case without_shared_memory
//   claim -
__global__ void without_shared_memory(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x];
}
CASE(without_shared_memory) {
  limit({{HIP_CPU_SHARED_READS, true, ~0ull, 8}, {HIP_CPU_GLOBAL_READS, true, 8, 8}});
  RUN(without_shared_memory, (1), (8), output<float>("out", 8), input<float>("in", 8));
}

// case two_launches_reach_the_least
CASE(two_launches_reach_the_least) {
  limit({{HIP_CPU_GLOBAL_WRITES, true, 16, 16}});
  int* out = output<int>("out", 8);
  RUN(one_launch, (1), (8), out, 1);
  RUN(one_launch, (1), (8), out, 2);
}

// case one_lane_shuffles_too_little
//   claim -
__global__ void one_lane_shuffles_too_little(int* out, unsigned n) {
  if (threadIdx.x >= n) return;
  int sum = static_cast<int>(threadIdx.x);
  for (int delta = 2; delta > 0; delta /= 2) sum += __shfl_down(sum, delta, 4);
  if (threadIdx.x < 4) sum += __shfl_down(sum, 1, 4);
  out[threadIdx.x] = sum;
}
CASE(one_lane_shuffles_too_little) {
  limit({{HIP_CPU_WARP_OPERATIONS, false, 3, 3}});
  RUN(one_lane_shuffles_too_little, (1), (16), output<int>("out", 8), 8u);
}

// case warp_operations_of_a_warp
//   64: claim - [vote]
__global__ void warp_operations_of_a_warp(unsigned long long* out) {
  unsigned long long all = 0;
  for (int width = 32; width <= warpSize; width *= 2) all |= __ballot(threadIdx.x < 5);  // [vote]
  out[threadIdx.x] = all;
}
CASE(warp_operations_of_a_warp) {
  limit({{HIP_CPU_WARP_OPERATIONS, false, 1, 1}});
  RUN(warp_operations_of_a_warp, (1), (64), output<unsigned long long>("out", 64));
}

// case block_of_many_cells
//   claim -
__global__ void block_of_many_cells(float* out) {
  __shared__ float cells[32];
  extern __shared__ float more[];
  cells[threadIdx.x] = 1;
  more[threadIdx.x] = 2;
  out[threadIdx.x] = cells[threadIdx.x] + more[threadIdx.x];
}
CASE(block_of_many_cells) {
  limit({{HIP_CPU_SHARED_BYTES, false, 255}});
  RUN_SHARED(block_of_many_cells, (1), (32), 128, output<float>("out", 32));
}

// case atomics_and_requests
//   claim - [add]
//   claim - [read]
__global__ void atomics_and_requests(int* total, const int* in) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  const int value = in[threadIdx.x];  // [read]
  atomicAdd(&sum, value);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(total, sum);  // [add]
}
CASE(atomics_and_requests) {
  limit({{HIP_CPU_ATOMICS, true, 32, 32}, {HIP_CPU_GLOBAL_REQUESTS, true, 0}});
  RUN(atomics_and_requests, (1), (32), zeros<int>("total", 1), input<int>("in", 32));
}

// Two tiles of a thread: the second one is copied while the first one is read.
// case copies_and_open_groups
//   claim -
//   claim - [copy]
__global__ void copies_and_open_groups(float* out, const float* in, bool overlaps) {
  __shared__ float tiles[2][32];
  const unsigned i = threadIdx.x;
  float sum = 0;
  hippuzzle::async_copy(&tiles[0][i], &in[i]);  // [copy]
  hippuzzle::async_copy_commit();
  if (!overlaps) hippuzzle::async_copy_wait_all();
  hippuzzle::async_copy(&tiles[1][i], &in[32 + i]);
  hippuzzle::async_copy_commit();
  hippuzzle::async_copy_wait<1>();
  if (!overlaps) hippuzzle::async_copy_wait_all();
  sum += tiles[0][i];
  hippuzzle::async_copy_wait_all();
  out[i] = sum + tiles[1][i];
}
CASE(copies_and_open_groups) {
  float* out = output<float>("out", 32);
  const float* in = input<float>("in", 64);
  limit({{HIP_CPU_ASYNC_COPY_BYTES, false, 8, 8},
         {HIP_CPU_ASYNC_COPY_BYTES, true, 256, 256},
         {HIP_CPU_ASYNC_COPY_BYTES, true, 0},
         {HIP_CPU_OPEN_GROUP_READS, false, 1, 1},
         {HIP_CPU_OPEN_GROUP_READS, true, 32, 33}});
  RUN(copies_and_open_groups, (1), (32), out, in, true);
}

// case copies_without_an_overlap
//   claim -
CASE(copies_without_an_overlap) {
  limit({{HIP_CPU_ASYNC_COPY_BYTES, true, 256, 256}, {HIP_CPU_OPEN_GROUP_READS, true, ~0ull, 1}});
  RUN(copies_and_open_groups, (1), (32), output<float>("out", 32), input<float>("in", 64), false);
}

// case products_of_matrices
//   claim -
__global__ void products_of_matrices(float* out, const float* in) {
  using Core = hippuzzle::MatrixCore<float>;
  __shared__ hippuzzle::SharedBox<float, 16, 32> a;
  __shared__ hippuzzle::SharedBox<float, 32, 32, false> b;
  const unsigned lane = threadIdx.x % 32;
  for (unsigned i = threadIdx.x; i < 16 * 32; i += 64) a(i / 32, i % 32) = in[i];
  for (unsigned i = threadIdx.x; i < 32 * 32; i += 64) b(i / 32, i % 32) = in[i];
  __syncthreads();
  typename Core::Sums sums = {};
  const unsigned column = threadIdx.x / 32 * 16;
  for (unsigned k = 0; k < 16; k += Core::tile_k)
    Core::multiply_add(sums, Core::left(a, 0, k, lane), Core::right(b, k, column, lane));
  for (int i = 0; i < Core::size; ++i)
    out[Core::row(lane, i) * 32 + column + Core::column(lane, i)] = sums[i];
}
CASE(products_of_matrices) {  // two warps, 16 x 16 x 16 each
  limit({{HIP_CPU_MATRIX_OPERATIONS, true, 8, 8}, {HIP_CPU_MATRIX_OPERATIONS, true, ~0ull, 9}});
  RUN(products_of_matrices, (1), (64), output<float>("out", 512), input<float>("in", 1024));
}
