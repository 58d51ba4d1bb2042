// Unset local variables, where their values reach memory.
#include <cmath>

#include "tests/hip_cpu/check/case.hpp"

#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

// case sum_never_set
//   uninitialised out [store]
__global__ void sum_never_set(float* out, const float* in) {
  float sum;
  for (unsigned i = 0; i < 8; ++i) sum += in[threadIdx.x * 8 + i];
  out[threadIdx.x] = sum;  // [store]
}
CASE(sum_never_set) {
  RUN(sum_never_set, (1), (8), output<float>("out", 8), input<float>("in", 64));
}

// case sum_set
__global__ void sum_set(float* out, const float* in) {
  float sum;
  sum = 0;
  for (unsigned i = 0; i < 8; ++i) sum += in[threadIdx.x * 8 + i];
  out[threadIdx.x] = sum;
}
CASE(sum_set) { RUN(sum_set, (1), (8), output<float>("out", 8), input<float>("in", 64)); }

// case sum_in_double_never_set
//   uninitialised out [store]
__global__ void sum_in_double_never_set(double* out, const float* in) {
  double sum;
  for (unsigned i = 0; i < 8; ++i) sum += in[threadIdx.x * 8 + i];
  out[threadIdx.x] = sum;  // [store]
}
CASE(sum_in_double_never_set) {
  RUN(sum_in_double_never_set, (1), (8), scratch<double>("out", 8), input<float>("in", 64));
}

// case count_never_set
//   uninitialised out [store]
__global__ void count_never_set(int* out, const float* in, unsigned n) {
  int count;
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) count += in[i] > 10;
  out[threadIdx.x] = count;  // [store]
}
CASE(count_never_set) {
  RUN(count_never_set, (1), (16), output<int>("out", 16), input<float>("in", 64), 64u);
}

// case count_set
__global__ void count_set(int* out, const float* in, unsigned n) {
  int count = -16843010;
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) count += in[i] > 10;
  out[threadIdx.x] = count + 16843010;
}
CASE(count_set) { RUN(count_set, (1), (16), output<int>("out", 16), input<float>("in", 64), 64u); }

// case set_in_one_branch_only
//   uninitialised out [store]
__global__ void set_in_one_branch_only(float* out, const float* in) {
  float left;
  if (threadIdx.x > 0) left = in[threadIdx.x - 1];
  out[threadIdx.x] = left;  // [store]
}
CASE(set_in_one_branch_only) {
  RUN(set_in_one_branch_only, (1), (32), output<float>("out", 32), input<float>("in", 32));
}

// case set_in_both_branches
__global__ void set_in_both_branches(float* out, const float* in) {
  float left;
  if (threadIdx.x > 0)
    left = in[threadIdx.x - 1];
  else
    left = 0;
  out[threadIdx.x] = left;
}
CASE(set_in_both_branches) {
  RUN(set_in_both_branches, (1), (32), output<float>("out", 32), input<float>("in", 32));
}

// case local_tile_never_cleared
//   uninitialised out [store]
__global__ void local_tile_never_cleared(float* out, const float* a, const float* b) {
  float tile[2][2];
  for (unsigned k = 0; k < 4; ++k)
    for (unsigned y = 0; y < 2; ++y)
      for (unsigned x = 0; x < 2; ++x) tile[y][x] += a[y * 4 + k] * b[k * 2 + x];
  for (unsigned y = 0; y < 2; ++y)
    for (unsigned x = 0; x < 2; ++x) out[threadIdx.x * 4 + y * 2 + x] = tile[y][x];  // [store]
}
CASE(local_tile_never_cleared) {
  RUN(local_tile_never_cleared, (1), (4), output<float>("out", 16), input<float>("a", 8),
      input<float>("b", 8));
}

// case local_tile_cleared
__global__ void local_tile_cleared(float* out, const float* a, const float* b) {
  float tile[2][2];
  for (auto& row : tile)
    for (float& element : row) element = 0;
  for (unsigned k = 0; k < 4; ++k)
    for (unsigned y = 0; y < 2; ++y)
      for (unsigned x = 0; x < 2; ++x) tile[y][x] += a[y * 4 + k] * b[k * 2 + x];
  for (unsigned y = 0; y < 2; ++y)
    for (unsigned x = 0; x < 2; ++x) out[threadIdx.x * 4 + y * 2 + x] = tile[y][x];
}
CASE(local_tile_cleared) {
  RUN(local_tile_cleared, (1), (4), output<float>("out", 16), input<float>("a", 8),
      input<float>("b", 8));
}

// case partial_sums_never_set
//   uninitialised partial [store]
__global__ void partial_sums_never_set(float* out, const float* in) {
  __shared__ float partial[32];
  const unsigned i = threadIdx.x;
  float sum;
  for (unsigned k = i; k < 128; k += 32) sum += in[k];
  partial[i] = sum;  // [store]
  __syncthreads();
  for (unsigned half = 16; half > 0; half /= 2) {
    if (i < half) partial[i] += partial[i + half];
    __syncthreads();
  }
  if (i == 0) *out = partial[0];
}
CASE(partial_sums_never_set) {
  RUN(partial_sums_never_set, (1), (32), output<float>("out", 1), input<float>("in", 128));
}

// case added_atomically_never_set
//   uninitialised out [add]
__global__ void added_atomically_never_set(float* out, const float* in) {
  float sum;
  sum += in[threadIdx.x];
  if (threadIdx.x == 3) atomicAdd(out, sum);  // [add]
}
CASE(added_atomically_never_set) {
  RUN(added_atomically_never_set, (1), (8), zeros<float>("out", 1), input<float>("in", 8));
}

// case in_many_blocks_never_set
//   uninitialised out [store]
__global__ void in_many_blocks_never_set(float* out, const float* in) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum;
  for (unsigned k = 0; k < 4; ++k) sum += in[(i + k) % 8192];
  out[i] = sum;  // [store]
}
CASE(in_many_blocks_never_set) {
  RUN(in_many_blocks_never_set, (128), (64), output<float>("out", 8192), input<float>("in", 8192));
}

// case pixels_that_look_unset
__global__ void pixels_that_look_unset(unsigned* out, const unsigned* in) {
  __shared__ unsigned tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}
CASE(pixels_that_look_unset) {
  auto* pixels = allocate<unsigned>("pixels", 64, false);
  static_cast<void>(hipMemset(pixels, 0xfe, 64 * sizeof(unsigned)));
  RUN(pixels_that_look_unset, (1), (64), output<unsigned>("out", 64), pixels);
}

// case random_numbers
__global__ void random_numbers(unsigned* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = i * 747796405u + 2891336453u;
  x = ((x >> ((x >> 28) + 4)) ^ x) * 277803737u;
  out[i] = (x >> 22) ^ x;
}
CASE(random_numbers) { RUN(random_numbers, (64), (256), output<unsigned>("out", 16384)); }

// case half_of_a_number_looks_unset
__global__ void half_of_a_number_looks_unset(unsigned long long* out) {
  out[threadIdx.x] = 0x00007f00fefef000ull + 16 * threadIdx.x;  // as an address may be
}
CASE(half_of_a_number_looks_unset) {
  RUN(half_of_a_number_looks_unset, (1), (8), output<unsigned long long>("out", 8));
}

// case long_count_never_set
//   uninitialised out [count]
__global__ void long_count_never_set(unsigned long long* out, const unsigned* in) {
  unsigned long long count;
  for (unsigned i = 0; i < 8; ++i) count += in[i] != 0;
  out[threadIdx.x] = count;  // [count]
}
CASE(long_count_never_set) {
  RUN(long_count_never_set, (1), (8), output<unsigned long long>("out", 8),
      input<unsigned>("in", 8));
}

// Values that no longer look like the variable: a sum over lanes, a mean, a difference.

// case sum_of_lanes_never_set
//   uninitialised out [add]
__global__ void sum_of_lanes_never_set(float* out, const float* in, unsigned n) {
  float sum;
  for (unsigned i = blockIdx.x * 32 + threadIdx.x; i < n; i += gridDim.x * 32) sum += in[i];
  for (unsigned step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step, 32);
  if (threadIdx.x == 0) atomicAdd(out, sum);  // [add]
}
CASE(sum_of_lanes_never_set) {
  RUN(sum_of_lanes_never_set, (2), (32), zeros<float>("out", 1), input<float>("in", 200), 200u);
}

// case greatest_of_lanes_that_have_none
__global__ void greatest_of_lanes_that_have_none(float* out, const float* in, unsigned n) {
  float greatest = -HUGE_VALF;
  for (unsigned i = threadIdx.x; i < n; i += 32) greatest = fmaxf(greatest, in[i]);
  for (unsigned step = 16; step > 0; step /= 2)
    greatest = fmaxf(greatest, __shfl_xor_sync(0xffffffffu, greatest, static_cast<int>(step), 32));
  out[threadIdx.x] = greatest;
}
CASE(greatest_of_lanes_that_have_none) {
  RUN(greatest_of_lanes_that_have_none, (1), (32), output<float>("out", 32), input<float>("in", 8),
      0u);
}

struct Moments {
  float sum, squares;
  int count;
};

// case variance_of_half_a_struct
//   uninitialised out [store]
__global__ void variance_of_half_a_struct(float* out, const float* in, unsigned n) {
  Moments m;
  m.sum = 0;
  m.count = 0;
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x, ++m.count) {
    m.sum += in[i];
    m.squares += in[i] * in[i];
  }
  const float mean = m.sum / m.count;
  out[threadIdx.x] = m.squares / m.count - mean * mean;  // [store]
}
CASE(variance_of_half_a_struct) {
  RUN(variance_of_half_a_struct, (1), (32), output<float>("out", 32), input<float>("in", 96), 96u);
}

// case variance_of_a_struct
__global__ void variance_of_a_struct(float* out, const float* in, unsigned n) {
  Moments m = {};
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x, ++m.count) {
    m.sum += in[i];
    m.squares += in[i] * in[i];
  }
  const float mean = m.sum / m.count;
  out[threadIdx.x] = m.squares / m.count - mean * mean;
}
CASE(variance_of_a_struct) {
  RUN(variance_of_a_struct, (1), (32), output<float>("out", 32), input<float>("in", 96), 96u);
}

// case compensation_never_set
//   uninitialised out [store]
__global__ void compensation_never_set(float* out, const float* in) {
  float sum = 0, lost;
  for (unsigned i = 0; i < 8; ++i) {
    const float next = in[threadIdx.x * 8 + i] - lost, all = sum + next;
    lost = all - sum - next;
    sum = all;
  }
  out[threadIdx.x] = sum;  // [store]
}
CASE(compensation_never_set) {
  RUN(compensation_never_set, (1), (32), output<float>("out", 32), input<float>("in", 256));
}

// case very_large_numbers
__global__ void very_large_numbers(float* out) {
  const float large[] = {1e38f, -1e38f, 3.402823466e+38f, 1e37f, -2e37f, 1e36f, 1e35f, -HUGE_VALF};
  out[threadIdx.x] = large[threadIdx.x % 8];
}
CASE(very_large_numbers) { RUN(very_large_numbers, (1), (32), output<float>("out", 32)); }
