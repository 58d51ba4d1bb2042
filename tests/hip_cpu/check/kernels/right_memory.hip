// Right kernels: barriers, shared memory, shapes, types. Nothing may be reported of them.
#include <cstring>
#include <hip_cpu/internal.hpp>

#include <hippuzzle/layout_tv.hpp>
#include <hippuzzle/static_tensor.hpp>
#include <hippuzzle/tensor_copy.hpp>
#include <hippuzzle/tile.hpp>

#include "tests/hip_cpu/check/case.hpp"

// case map
__global__ void map(float* out, const float* in, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + 10;
}
CASE(map) { RUN(map, (3), (32), output<float>("out", 70), input<float>("in", 70), 70u); }

// case map_in_two_dimensions
__global__ void map_in_two_dimensions(float* out, const float* in, unsigned n) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) out[y * n + x] = in[y * n + x] * 2;
}
CASE(map_in_two_dimensions) {
  RUN(map_in_two_dimensions, (2, 2), (4, 4), output<float>("out", 49), input<float>("in", 49), 7u);
}

// case map_in_three_dimensions
__global__ void map_in_three_dimensions(int* out, unsigned n) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < n && y < n && z < n) out[(z * n + y) * n + x] = 1;
}
CASE(map_in_three_dimensions) {
  RUN(map_in_three_dimensions, (2, 2, 2), (4, 2, 3), output<int>("out", 64), 4u);
}

// case stage_and_reverse
__global__ void stage_and_reverse(float* out, const float* in) {
  __shared__ float s[128];
  const unsigned i = threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  out[i] = s[127 - i];
}
CASE(stage_and_reverse) {
  RUN(stage_and_reverse, (1), (128), output<float>("out", 128), input<float>("in", 128));
}

// case in_place_through_shared
__global__ void in_place_through_shared(int* cells) {
  extern __shared__ int dynamic[];
  const unsigned i = threadIdx.x;
  dynamic[i] = cells[i];
  __syncthreads();
  cells[i] = dynamic[(i + 1) % blockDim.x];
}
CASE(in_place_through_shared) {
  RUN_SHARED(in_place_through_shared, (1), (96), 96 * sizeof(int), input<int>("cells", 96));
}

// case two_dynamic_arrays
__global__ void two_dynamic_arrays(int* out) {
  extern __shared__ int dynamic[];
  int* low = dynamic;
  int* high = dynamic + blockDim.x;
  const unsigned i = threadIdx.x;
  low[i] = 1;
  high[i] = 2;
  __syncthreads();
  out[i] = low[blockDim.x - 1 - i] + high[blockDim.x - 1 - i];
}
CASE(two_dynamic_arrays) {
  RUN_SHARED(two_dynamic_arrays, (1), (32), 64 * sizeof(int), output<int>("out", 32));
}

// case dynamic_beside_static
__global__ void dynamic_beside_static(int* out) {
  extern __shared__ int dynamic[];
  __shared__ int fixed[16];
  const unsigned i = threadIdx.x;
  dynamic[i] = 1;
  fixed[i] = 2;
  __syncthreads();
  out[i] = dynamic[15 - i] + fixed[15 - i];
}
CASE(dynamic_beside_static) {
  RUN_SHARED(dynamic_beside_static, (1), (16), 64, output<int>("out", 16));
}

// case scan_with_two_barriers
__global__ void scan_with_two_barriers(float* out, const float* in) {
  __shared__ float s[64];
  const unsigned i = threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  for (unsigned offset = 1; offset < 64; offset *= 2) {
    const float left = i >= offset ? s[i - offset] : 0;
    __syncthreads();
    s[i] += left;
    __syncthreads();
  }
  out[i] = s[i];
}
CASE(scan_with_two_barriers) {
  RUN(scan_with_two_barriers, (1), (64), output<float>("out", 64), input<float>("in", 64));
}

// case scan_with_two_buffers
__global__ void scan_with_two_buffers(float* out, const float* in) {
  __shared__ float s[2][64];
  const unsigned i = threadIdx.x;
  unsigned now = 0;
  s[now][i] = in[i];
  for (unsigned offset = 1; offset < 64; offset *= 2) {
    __syncthreads();
    s[1 - now][i] = s[now][i] + (i >= offset ? s[now][i - offset] : 0);
    now = 1 - now;
  }
  out[i] = s[now][i];
}
CASE(scan_with_two_buffers) {
  RUN(scan_with_two_buffers, (1), (64), output<float>("out", 64), input<float>("in", 64));
}

// case reduction_tree
__global__ void reduction_tree(float* out, const float* in, unsigned n) {
  __shared__ float s[64];
  const unsigned i = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned stride = 32; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) s[threadIdx.x] += s[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
CASE(reduction_tree) {
  RUN(reduction_tree, (3), (64), output<float>("out", 3), input<float>("in", 150), 150u);
}

// case tiled_product
__global__ void tiled_product(float* out, const float* a, const float* b, unsigned n) {
  __shared__ float a_tile[4][4];
  __shared__ float b_tile[4][4];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * 4 + y, col = blockIdx.x * 4 + x;
  float sum = 0;
  for (unsigned start = 0; start < n; start += 4) {
    a_tile[y][x] = row < n && start + x < n ? a[row * n + start + x] : 0;
    b_tile[y][x] = start + y < n && col < n ? b[(start + y) * n + col] : 0;
    __syncthreads();
    for (unsigned k = 0; k < 4; ++k) sum += a_tile[y][k] * b_tile[k][x];
    __syncthreads();
  }
  if (row < n && col < n) out[row * n + col] = sum;
}
CASE(tiled_product) {
  RUN(tiled_product, (3, 3), (4, 4), output<float>("out", 100), input<float>("a", 100),
      input<float>("b", 100), 10u);
}

// case transpose
__global__ void transpose(float* out, const float* in) {
  __shared__ float tile[16][17];
  for (unsigned row = threadIdx.y; row < 16; row += blockDim.y)
    tile[row][threadIdx.x] = in[row * 16 + threadIdx.x];
  __syncthreads();
  for (unsigned row = threadIdx.y; row < 16; row += blockDim.y)
    out[row * 16 + threadIdx.x] = tile[threadIdx.x][row];
}
CASE(transpose) {
  RUN(transpose, (1), (16, 4), output<float>("out", 256), input<float>("in", 256));
}

// case halo
__global__ void halo(float* out, const float* in, unsigned n) {
  __shared__ float s[8 + 3];
  const unsigned i = blockIdx.x * 8 + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : 0;
  if (threadIdx.x < 3) s[8 + threadIdx.x] = i + 8 < n ? in[i + 8] : 0;
  __syncthreads();
  if (i >= n) return;
  float sum = 0;
  for (unsigned tap = 0; tap < 4; ++tap) sum += s[threadIdx.x + tap];
  out[i] = sum;
}
CASE(halo) { RUN(halo, (2), (8), output<float>("out", 15), input<float>("in", 15), 15u); }

// case return_after_the_last_barrier
__global__ void return_after_the_last_barrier(int* out, unsigned n) {
  __shared__ int s[32];
  s[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x >= n) return;
  out[threadIdx.x] = s[31 - threadIdx.x];
}
CASE(return_after_the_last_barrier) {
  RUN(return_after_the_last_barrier, (1), (32), output<int>("out", 20), 20u);
}

// case whole_blocks_return_before_the_barrier
__global__ void whole_blocks_return_before_the_barrier(int* out) {
  if (blockIdx.x == 1) return;
  __shared__ int s[32];
  s[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x];
}
CASE(whole_blocks_return_before_the_barrier) {
  RUN(whole_blocks_return_before_the_barrier, (2), (32), output<int>("out", 32));
}

// case barrier_in_a_uniform_branch
__global__ void barrier_in_a_uniform_branch(int* out, int twice) {
  __shared__ int s[32];
  s[threadIdx.x] = 1;
  if (twice != 0) {
    __syncthreads();
    s[threadIdx.x] += 1;
  }
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x];
}
CASE(barrier_in_a_uniform_branch) {
  RUN(barrier_in_a_uniform_branch, (1), (32), output<int>("out", 32), 1);
}

// case barriers_that_count
__global__ void barriers_that_count(int* out) {
  const int odd = static_cast<int>(threadIdx.x % 2);
  const int count = __syncthreads_count(odd);
  const int all = __syncthreads_and(odd);
  const int any = __syncthreads_or(odd);
  out[threadIdx.x] = count + 100 * all + 1000 * any;
}
CASE(barriers_that_count) { RUN(barriers_that_count, (1), (40), output<int>("out", 40)); }

// case vectors
__global__ void vectors(float4* out, const float4* in, double2* pairs, float3* triples) {
  const unsigned i = threadIdx.x;
  out[i] = in[i];
  pairs[i] = double2{1, 2};
  triples[i] = float3{1, 2, 3};
}
CASE(vectors) {
  RUN(vectors, (1), (16), output<float4>("out", 16),
      reinterpret_cast<const float4*>(input<float>("in", 64)), output<double2>("pairs", 16),
      output<float3>("triples", 16));
}

// case vectors_over_floats
__global__ void vectors_over_floats(float* out, const float* in) {
  const float4 quad = *reinterpret_cast<const float4*>(in + 4 * threadIdx.x);
  for (unsigned k = 0; k < 4; ++k) out[4 * threadIdx.x + k] = (&quad.x)[k];
}
CASE(vectors_over_floats) {
  RUN(vectors_over_floats, (1), (8), output<float>("out", 32), input<float>("in", 32));
}

// case bytes
__global__ void bytes(unsigned char* out, const unsigned char* in) {
  const unsigned i = threadIdx.x;
  out[i] = static_cast<unsigned char>(in[i] + in[(i + 1) % blockDim.x]);
}
CASE(bytes) {
  RUN(bytes, (1), (61), output<unsigned char>("out", 61), input<unsigned char>("in", 61));
}

// case bytes_in_shared
__global__ void bytes_in_shared(unsigned char* out) {
  __shared__ unsigned char s[64];
  s[threadIdx.x] = static_cast<unsigned char>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
CASE(bytes_in_shared) { RUN(bytes_in_shared, (1), (64), output<unsigned char>("out", 64)); }

// case shorts_and_longs
__global__ void shorts_and_longs(unsigned long long* out, const unsigned short* in) {
  out[threadIdx.x] = in[2 * threadIdx.x] + 65536ull * in[2 * threadIdx.x + 1];
}
CASE(shorts_and_longs) {
  RUN(shorts_and_longs, (1), (32), output<unsigned long long>("out", 32),
      input<unsigned short>("in", 64));
}

// case structs
struct Particle {
  float position[3];
  int cell;
};
__global__ void structs(Particle* out, const Particle* in) {
  Particle p = in[threadIdx.x];
  p.position[0] += 1;
  p.cell = static_cast<int>(threadIdx.x);
  out[threadIdx.x] = p;
}
CASE(structs) { RUN(structs, (1), (8), output<Particle>("out", 8), zeros<Particle>("in", 8)); }

// case local_arrays
__global__ void local_arrays(int* out) {
  int mine[16];
  for (int i = 0; i < 16; ++i) mine[i] = i * static_cast<int>(threadIdx.x);
  int* moving = mine;
  int sum = 0;
  for (int i = 0; i < 16; ++i) sum += *moving++;
  __syncthreads();
  out[threadIdx.x] = sum + mine[threadIdx.x % 16];
}
CASE(local_arrays) { RUN(local_arrays, (1), (16), output<int>("out", 16)); }

// case constants_and_device_variables
__constant__ float taps[3] = {1, 2, 3};
__device__ int seen[8];
__global__ void constants_and_device_variables(float* out) {
  static constexpr float table[4] = {4, 3, 2, 1};
  seen[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] =
      taps[threadIdx.x % 3] + table[threadIdx.x % 4] + static_cast<float>(seen[7 - threadIdx.x]);
}
CASE(constants_and_device_variables) {
  RUN(constants_and_device_variables, (1), (8), output<float>("out", 8));
}

// case recursion_with_an_end
__device__ int sum_to(int n) { return n == 0 ? 0 : n + sum_to(n - 1); }
__global__ void recursion_with_an_end(int* out) { out[threadIdx.x] = sum_to(20); }
CASE(recursion_with_an_end) { RUN(recursion_with_an_end, (1), (4), output<int>("out", 4)); }

// case long_but_not_endless
__global__ void long_but_not_endless(unsigned* out) {
  unsigned x = 1;
  for (unsigned i = 0; i < 250000; ++i) x = x * 1664525 + 1013904223;
  out[threadIdx.x] = x;
}
CASE(long_but_not_endless) { RUN(long_but_not_endless, (1), (2), output<unsigned>("out", 2)); }

// case tensors
__global__ void tensors(float* out, const float* in, unsigned n) {
  using namespace hippuzzle;
  const LayoutTensor out_tensor(out, row_major(n, n));
  const LayoutTensor in_tensor(in, row_major(n, n));
  __shared__ SharedTensor<float, decltype(row_major<4, 4>())> tile;
  const unsigned row = blockIdx.y * 4 + threadIdx.y, col = blockIdx.x * 4 + threadIdx.x;
  tile(threadIdx.y, threadIdx.x) = in_tensor.contains(row, col) ? in_tensor(row, col) : 0;
  __syncthreads();
  if (out_tensor.contains(row, col)) out_tensor(row, col) = tile(threadIdx.y, threadIdx.x) + 1;
}
CASE(tensors) {
  RUN(tensors, (2, 2), (4, 4), output<float>("out", 36), input<float>("in", 36), 6u);
}

// case tiles_copied_asynchronously
__global__ void tiles_copied_asynchronously(float* out, const float* in, unsigned n) {
  using namespace hippuzzle;
  __shared__ SharedTile<float, 4, 4> tile;
  const auto from = TensorView<const float>(in, n, n).tile<4, 4>(blockIdx.y, blockIdx.x);
  const auto to = TensorView<float>(out, n, n).tile<4, 4>(blockIdx.y, blockIdx.x);
  copy_tile_async(tile, from, threadIdx.y * 4 + threadIdx.x, 16);
  async_copy_wait_all();
  __syncthreads();
  if (threadIdx.y < to.rows() && threadIdx.x < to.cols())
    to(threadIdx.y, threadIdx.x) = tile(threadIdx.y, threadIdx.x) * 2;
}
CASE(tiles_copied_asynchronously) {
  RUN(tiles_copied_asynchronously, (2, 2), (4, 4), output<float>("out", 49), input<float>("in", 49),
      7u);
}

// case vectors_of_a_tensor
__global__ void vectors_of_a_tensor(float* out, const float* in) {
  using namespace hippuzzle;
  const LayoutTensor out_tensor(out, row_major<8, 8>());
  const LayoutTensor in_tensor(in, row_major<8, 8>());
  const auto to = out_tensor.vectorize<1, 4>();
  const auto from = in_tensor.vectorize<1, 4>();
  to(threadIdx.x / 2, threadIdx.x % 2) = from(threadIdx.x / 2, threadIdx.x % 2);
}
CASE(vectors_of_a_tensor) {
  RUN(vectors_of_a_tensor, (1), (16), output<float>("out", 64), input<float>("in", 64));
}

// case two_launches
__global__ void sums_of_blocks(float* sums, const float* in) {
  if (threadIdx.x == 0) {
    float sum = 0;
    for (unsigned i = 0; i < blockDim.x; ++i) sum += in[blockIdx.x * blockDim.x + i];
    sums[blockIdx.x] = sum;
  }
}
__global__ void sum_of_sums(float* out, const float* sums, unsigned n) {
  float sum = 0;
  for (unsigned i = 0; i < n; ++i) sum += sums[i];
  if (threadIdx.x == 0) out[0] = sum;
}
CASE(two_launches) {
  float* sums = scratch<float>("sums", 4);
  RUN(sums_of_blocks, (4), (8), sums, input<float>("in", 32));
  RUN(sum_of_sums, (1), (8), output<float>("out", 1), sums, 4u);
}

// case structs_returned_by_functions
struct Half {
  unsigned short bits;
};
__device__ Half half_of(unsigned value) { return {static_cast<unsigned short>(value)}; }
__device__ float4 four_times(float value) { return {value, value, value, value}; }
__global__ void structs_returned_by_functions(Half* halves, float4* quads) {
  __shared__ float4 s[8];
  const unsigned i = threadIdx.x;
  halves[i] = half_of(i);
  s[i] = four_times(2);
  __syncthreads();
  quads[i] = four_times(s[7 - i].x);
}
CASE(structs_returned_by_functions) {
  RUN(structs_returned_by_functions, (1), (8), output<Half>("halves", 8),
      output<float4>("quads", 8));
}

// case written_by_the_host
__global__ void written_by_the_host(int* out, const int* managed, const int* pinned) {
  out[threadIdx.x] = managed[threadIdx.x] + pinned[threadIdx.x];
}
CASE(written_by_the_host) {
  void* managed = nullptr;
  void* pinned = nullptr;
  static_cast<void>(hipMallocManaged(&managed, 8 * sizeof(int)));
  static_cast<void>(hipHostMalloc(&pinned, 8 * sizeof(int)));
  for (int i = 0; i < 8; ++i) static_cast<int*>(managed)[i] = static_cast<int*>(pinned)[i] = i;
  RUN(written_by_the_host, (1), (8), output<int>("out", 8), static_cast<const int*>(managed),
      static_cast<const int*>(pinned));
}

// case copied_as_bytes
__global__ void copied_as_bytes(float* out, const float* in, unsigned bytes) {
  __shared__ float s[32];
  const unsigned i = threadIdx.x;
  if (i == 0) memset(s, 0, 16 * sizeof(float));
  memcpy(&s[16 + 4 * i], &in[4 * i], bytes);
  __syncthreads();
  float mine[8];
  memcpy(mine, &s[8 * i], sizeof mine);
  memmove(&out[8 * i], mine, sizeof mine);
}
CASE(copied_as_bytes) {
  RUN(copied_as_bytes, (1), (4), output<float>("out", 32), input<float>("in", 16), 16u);
}

// case ends_of_two_neighbours
__global__ void ends_of_two_neighbours(int* low, int* high) {
  low[threadIdx.x] = 1;
  high[threadIdx.x] = 2;
}
CASE(ends_of_two_neighbours) {
  int* cells = output<int>("cells", 64);
  RUN(ends_of_two_neighbours, (1), (32), cells, cells + 32);
}

// case counter_of_a_library
//   = write out [mark] accesses 32 bytes 4 requests 1 sectors 4
//   = global-writes 1 to 1, 32 in all
__device__ inline unsigned& counter_of_blocks() {
  HIP_CPU_INTERNAL __shared__ unsigned blocks;
  return blocks;
}
__global__ void counter_of_a_library(int* out) {
  if (threadIdx.x == 0) ++counter_of_blocks();
  out[threadIdx.x] = 1;  // [mark]
}
CASE(counter_of_a_library) { RUN(counter_of_a_library, (1), (32), output<int>("out", 32)); }
