// Right kernels that ask more of memory than they need to, and twins that do not. A line with ~ is
// a remark in warps of 32: kind, access, array, line, and the present and the possible number.
#include "tests/hip_cpu/check/case.hpp"

// case reads_a_column
//   ~ uncoalesced read in [column] 32 4
__global__ void reads_a_column(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x * 32];  // [column]
}
CASE(reads_a_column) {
  RUN(reads_a_column, (1), (32), output<float>("out", 32), input<float>("in", 32 * 32));
}

// case reads_a_row
__global__ void reads_a_row(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x + 64];
}
CASE(reads_a_row) {
  RUN(reads_a_row, (1), (32), output<float>("out", 32), input<float>("in", 32 * 32));
}

// Eight neighbours; the last is in a sector of its own.
// case few_neighbours_between_sectors
__global__ void few_neighbours_between_sectors(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x + 1];
}
CASE(few_neighbours_between_sectors) {
  RUN(few_neighbours_between_sectors, (1), (8), output<float>("out", 8), input<float>("in", 9));
}

// case few_of_a_column
//   ~ uncoalesced read in [column] 8 1
__global__ void few_of_a_column(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x * 8 + 1];  // [column]
}
CASE(few_of_a_column) {
  RUN(few_of_a_column, (1), (8), output<float>("out", 8), input<float>("in", 64));
}

// Members of a struct, one after the other by each lane: 12 bytes apart.
// case members_one_by_one
//   ~ uncoalesced read points [x] 24 8
//   ~ uncoalesced read points [y] 24 8
struct Point {
  float x, y, z;
};
__global__ void members_one_by_one(float* out, const Point* points) {
  float sum = points[threadIdx.x].x;  // [x]
  sum += points[threadIdx.x].y;       // [y]
  out[threadIdx.x] = sum;
}
CASE(members_one_by_one) {
  auto* const points = reinterpret_cast<Point*>(input<float>("points", 3 * 64));
  RUN(members_one_by_one, (1), (64), output<float>("out", 64), points);
}

// case members_in_arrays_of_their_own
__global__ void members_in_arrays_of_their_own(float* out, const float* x, const float* y) {
  float sum = x[threadIdx.x];
  sum += y[threadIdx.x];
  out[threadIdx.x] = sum;
}
CASE(members_in_arrays_of_their_own) {
  RUN(members_in_arrays_of_their_own, (1), (64), output<float>("out", 64), input<float>("x", 64),
      input<float>("y", 64));
}

// Constant memory has a cache of its own, for words that all lanes ask for.
// case taps_of_constant_memory
__constant__ float constant_taps[8];
__global__ void taps_of_constant_memory(float* out, const float* in) {
  float sum = in[threadIdx.x];
  for (int k = 0; k < 8; ++k) sum += constant_taps[k];
  out[threadIdx.x] = sum * constant_taps[threadIdx.x * 4 % 8];
}
CASE(taps_of_constant_memory) {
  RUN(taps_of_constant_memory, (1), (64), output<float>("out", 64), input<float>("in", 64));
}

// case taps_of_device_memory
//   ~ repeated-reads read device_taps [tap] 512 8
__device__ float device_taps[8];
__global__ void taps_of_device_memory(float* out, const float* in) {
  float sum = in[threadIdx.x];
  for (int k = 0; k < 8; ++k) sum += device_taps[k];  // [tap]
  out[threadIdx.x] = sum;
}
CASE(taps_of_device_memory) {
  RUN(taps_of_device_memory, (1), (64), output<float>("out", 64), input<float>("in", 64));
}

// case columns_of_a_tile
//   ~ bank-conflicts read tile [store] 1024 32
__global__ void columns_of_a_tile(float* out, const float* in) {
  __shared__ float tile[32][32];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];  // [store]
}
CASE(columns_of_a_tile) {
  RUN(columns_of_a_tile, (1), (32, 32), output<float>("out", 1024), input<float>("in", 1024));
}

// case columns_of_a_padded_tile
__global__ void columns_of_a_padded_tile(float* out, const float* in) {
  __shared__ float tile[32][33];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
}
CASE(columns_of_a_padded_tile) {
  RUN(columns_of_a_padded_tile, (1), (32, 32), output<float>("out", 1024),
      input<float>("in", 1024));
}

// A tree whose threads have even numbers, then every fourth, …: in each step all four warps ask,
// though half of the lanes and then fewer have something to do.
// case tree_of_every_second_thread
//   ~ divergence read sums [add] 46 16
//   ~ divergence write sums [add] 23 8
__global__ void tree_of_every_second_thread(float* out, const float* in) {
  __shared__ float sums[128];
  const unsigned i = threadIdx.x;
  sums[i] = in[i];
  __syncthreads();
  for (unsigned stride = 1; stride < 128; stride *= 2) {
    if (i % (2 * stride) == 0) sums[i] += sums[i + stride];  // [add]
    __syncthreads();
  }
  if (i == 0) out[0] = sums[0];
}
CASE(tree_of_every_second_thread) {
  RUN(tree_of_every_second_thread, (1), (128), output<float>("out", 1), input<float>("in", 128));
}

// The same tree by neighbours: after each barrier fewer of them work, and no request can be
// spared.
// case tree_of_the_first_threads
__global__ void tree_of_the_first_threads(float* out, const float* in) {
  __shared__ float sums[32];
  const unsigned i = threadIdx.x;
  sums[i] = in[i];
  __syncthreads();
  for (unsigned stride = 16; stride > 0; stride /= 2) {
    if (i < stride) sums[i] += sums[i + stride];
    __syncthreads();
  }
  if (i == 0) out[0] = sums[0];
}
CASE(tree_of_the_first_threads) {
  RUN(tree_of_the_first_threads, (1), (32), output<float>("out", 1), input<float>("in", 32));
}

// Loops of one length, all lanes in them.
// case all_lanes_work
__global__ void all_lanes_work(float* out, const float* in) {
  __shared__ float row[128];
  row[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (unsigned k = 0; k < 4; ++k) sum += row[(threadIdx.x + k) % 128];
  out[threadIdx.x] = sum;
}
CASE(all_lanes_work) {
  RUN(all_lanes_work, (1), (128), output<float>("out", 128), input<float>("in", 128));
}

// A product of 16 x 16: each thread reads a row and a column of its own.
// case product_from_global
//   ~ repeated-reads read a [multiply] 4096 256
//   ~ repeated-reads read b [multiply] 4096 256
__global__ void product_from_global(float* out, const float* a, const float* b) {
  const unsigned x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (unsigned k = 0; k < 16; ++k) sum += a[y * 16 + k] * b[k * 16 + x];  // [multiply]
  out[y * 16 + x] = sum;
}
CASE(product_from_global) {
  RUN(product_from_global, (1), (16, 16), output<float>("out", 256), input<float>("a", 256),
      input<float>("b", 256));
}

// case product_from_tiles
__global__ void product_from_tiles(float* out, const float* a, const float* b) {
  __shared__ float a_tile[16][16], b_tile[16][16];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  a_tile[y][x] = a[y * 16 + x];
  b_tile[y][x] = b[y * 16 + x];
  __syncthreads();
  float sum = 0;
  for (unsigned k = 0; k < 16; ++k) sum += a_tile[y][k] * b_tile[k][x];
  out[y * 16 + x] = sum;
}
CASE(product_from_tiles) {
  RUN(product_from_tiles, (1), (16, 16), output<float>("out", 256), input<float>("a", 256),
      input<float>("b", 256));
}

// The line before has read it, and sharing among the lanes of one request is nothing to be spared.
// case reads_what_the_line_before_read
//   ~ repeated-reads read in [again] 32 0
__global__ void reads_what_the_line_before_read(float* out, const float* in) {
  float sum = in[threadIdx.x] * in[64];
  sum += in[threadIdx.x];  // [again]
  out[threadIdx.x] = sum;
}
CASE(reads_what_the_line_before_read) {
  RUN(reads_what_the_line_before_read, (1), (32), output<float>("out", 32), input<float>("in", 65));
}

// case sums_up_in_global_memory
//   ~ repeated-writes write out [sum] 512 0
__global__ void sums_up_in_global_memory(float* out, const float* in) {
  out[threadIdx.x] = 0;
  for (unsigned k = 0; k < 8; ++k) out[threadIdx.x] += in[k * 64 + threadIdx.x];  // [sum]
}
CASE(sums_up_in_global_memory) {
  RUN(sums_up_in_global_memory, (1), (64), output<float>("out", 64), input<float>("in", 512));
}

// case sums_up_in_a_register
__global__ void sums_up_in_a_register(float* out, const float* in) {
  float sum = 0;
  for (unsigned k = 0; k < 8; ++k) sum += in[k * 64 + threadIdx.x];
  out[threadIdx.x] = sum;
}
CASE(sums_up_in_a_register) {
  RUN(sums_up_in_a_register, (1), (64), output<float>("out", 64), input<float>("in", 512));
}

// Each byte once, though a word has four.
// case bytes_one_by_one
__global__ void bytes_one_by_one(char* out, const char* in) { out[threadIdx.x] = in[threadIdx.x]; }
CASE(bytes_one_by_one) {
  RUN(bytes_one_by_one, (1), (64), output<char>("out", 64), input<char>("in", 64));
}

// case all_threads_add_to_one
//   ~ repeated-atomics atomic count [add] 128 2
__global__ void all_threads_add_to_one(unsigned* count, const unsigned* in) {
  if (in[blockIdx.x * 64 + threadIdx.x] > 0) atomicAdd(count, 1u);  // [add]
}
CASE(all_threads_add_to_one) {
  auto* const in = input<unsigned>("in", 129) + 1;  // from 1 on
  RUN(all_threads_add_to_one, (2), (64), zeros<unsigned>("count", 1), in);
}

// case a_block_adds_once
__global__ void a_block_adds_once(unsigned* count, const unsigned* in) {
  __shared__ unsigned of_block;
  if (threadIdx.x == 0) of_block = 0;
  __syncthreads();
  if (in[blockIdx.x * 64 + threadIdx.x] > 0) atomicAdd(&of_block, 1u);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(count, of_block);
}
CASE(a_block_adds_once) {
  auto* const in = input<unsigned>("in", 129) + 1;
  RUN(a_block_adds_once, (2), (64), zeros<unsigned>("count", 1), in);
}
