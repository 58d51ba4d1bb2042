// Mistakes of every day in a thread's own indices, values and library calls, each with its right
// twin.
#include <cmath>

#include "tests/hip_cpu/check/case.hpp"

#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

// Writes by the C library through a pointer.

// case quotients_of_a_block_in_one
//   race quotients [divide]
__global__ void quotients_of_a_block_in_one(float* rests, int* quotients, const float* in) {
  rests[threadIdx.x] = remquof(in[threadIdx.x], 3.0f, &quotients[blockIdx.x]);  // [divide]
}
CASE(quotients_of_a_block_in_one) {
  RUN(quotients_of_a_block_in_one, (1), (32), output<float>("rests", 32),
      output<int>("quotients", 1), input<float>("in", 32));
}

// case quotients_of_each_thread
__global__ void quotients_of_each_thread(float* rests, int* quotients, const float* in) {
  rests[threadIdx.x] = remquof(in[threadIdx.x], 3.0f, &quotients[threadIdx.x]);
}
CASE(quotients_of_each_thread) {
  RUN(quotients_of_each_thread, (1), (32), output<float>("rests", 32), output<int>("quotients", 32),
      input<float>("in", 32));
}

// Sines and cosines in one row: the second half begins at 16, and there are 32 sines.
// case cosines_over_sines
//   race row [turn]
__global__ void cosines_over_sines(float* out, const float* in) {
  __shared__ float row[64];
  if (threadIdx.x < 16) row[48 + threadIdx.x] = 0;
  sincosf(in[threadIdx.x], &row[threadIdx.x], &row[threadIdx.x + 16]);  // [turn]
  __syncthreads();
  out[threadIdx.x] = row[threadIdx.x] + row[32 + threadIdx.x];
}
CASE(cosines_over_sines) {
  RUN(cosines_over_sines, (1), (32), output<float>("out", 32), input<float>("in", 32));
}

// case cosines_behind_sines
__global__ void cosines_behind_sines(float* out, const float* in) {
  __shared__ float row[64];
  sincosf(in[threadIdx.x], &row[threadIdx.x], &row[threadIdx.x + 32]);
  __syncthreads();
  out[threadIdx.x] = row[threadIdx.x] + row[63 - threadIdx.x];
}
CASE(cosines_behind_sines) {
  RUN(cosines_behind_sines, (1), (32), output<float>("out", 32), input<float>("in", 32));
}

// case whole_parts_of_the_neighbour
//   race whole [split] [read]
//   race whole [end] [read]
__global__ void whole_parts_of_the_neighbour(double* out, const float* in) {
  __shared__ double whole[33];
  if (threadIdx.x == 0) whole[32] = 0;                                        // [end]
  const double rest = std::modf(in[threadIdx.x] / 2.0, &whole[threadIdx.x]);  // [split]
  out[threadIdx.x] = rest + whole[threadIdx.x + 1];                           // [read]
}
CASE(whole_parts_of_the_neighbour) {
  RUN(whole_parts_of_the_neighbour, (1), (32), output<double>("out", 32), input<float>("in", 32));
}

// case whole_parts_behind_a_barrier
__global__ void whole_parts_behind_a_barrier(double* out, const float* in) {
  __shared__ double whole[33];
  if (threadIdx.x == 0) whole[32] = 0;
  const double rest = std::modf(in[threadIdx.x] / 2.0, &whole[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = rest + whole[threadIdx.x + 1];
}
CASE(whole_parts_behind_a_barrier) {
  RUN(whole_parts_behind_a_barrier, (1), (32), output<double>("out", 32), input<float>("in", 32));
}

// Bounds inside something larger.

__constant__ float taps_of_rows[3][5] = {{1, 2, 3, 2, 1}, {1, 4, 6, 4, 1}, {1, 1, 1, 1, 1}};

// case taps_of_the_next_row
//   out-of-bounds taps_of_rows [read]
__global__ void taps_of_the_next_row(float* out, const float* in) {
  float sum = 0;
  for (unsigned k = 0; k <= 5; ++k) sum += taps_of_rows[1][k] * in[threadIdx.x];  // [read]
  out[threadIdx.x] = sum;
}
CASE(taps_of_the_next_row) {
  RUN(taps_of_the_next_row, (1), (8), output<float>("out", 8), input<float>("in", 8));
}

// case taps_of_one_row
__global__ void taps_of_one_row(float* out, const float* in) {
  float sum = 0;
  for (unsigned k = 0; k < 5; ++k) sum += taps_of_rows[1][k] * in[threadIdx.x];
  out[threadIdx.x] = sum;
}
CASE(taps_of_one_row) {
  RUN(taps_of_one_row, (1), (8), output<float>("out", 8), input<float>("in", 8));
}

// The left neighbour of a row's first cell is the last one of the row above.
// case stencil_in_front_of_a_row
//   out-of-bounds box [read]
__global__ void stencil_in_front_of_a_row(float* out) {
  __shared__ float box[2][4][8];
  const int x = threadIdx.x, y = threadIdx.y;
  box[0][y][x] = box[1][y][x] = x + y;
  __syncthreads();
  out[y * 8 + x] = box[1][y][x - 1] + box[1][y][x];  // [read]
}
CASE(stencil_in_front_of_a_row) {
  RUN(stencil_in_front_of_a_row, (1), (8, 4), output<float>("out", 32));
}

// case stencil_within_a_row
__global__ void stencil_within_a_row(float* out) {
  __shared__ float box[2][4][8];
  const int x = threadIdx.x, y = threadIdx.y;
  box[0][y][x] = box[1][y][x] = x + y;
  __syncthreads();
  out[y * 8 + x] = (x > 0 ? box[1][y][x - 1] : 0) + box[1][y][x];
}
CASE(stencil_within_a_row) { RUN(stencil_within_a_row, (1), (8, 4), output<float>("out", 32)); }

struct Rotation {
  float m[3][3];
  float shift[3];
};

// case column_past_a_parameters_row
//   out-of-bounds r.m [read]
__global__ void column_past_a_parameters_row(float* out, const float* in, Rotation r) {
  float sum = 0;
  for (int k = 0; k <= 3; ++k) sum += r.m[threadIdx.x][k] * in[k];  // [read]
  out[threadIdx.x] = sum;
}
CASE(column_past_a_parameters_row) {
  RUN(column_past_a_parameters_row, (1), (3), output<float>("out", 3), input<float>("in", 4),
      Rotation{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 2, 3}});
}

// case all_of_a_parameters_rows
__global__ void all_of_a_parameters_rows(float* out, const float* in, Rotation r) {
  float sum = r.shift[threadIdx.x];
  for (int k = 0; k < 3; ++k) sum += r.m[threadIdx.x][k] * in[k];
  out[threadIdx.x] = sum;
}
CASE(all_of_a_parameters_rows) {
  RUN(all_of_a_parameters_rows, (1), (3), output<float>("out", 3), input<float>("in", 4),
      Rotation{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 2, 3}});
}

// Dynamic shared memory in two parts, of n floats and n whole numbers: the second begins too early.
// case second_part_over_the_first
//   race parts [first] [second]
__global__ void second_part_over_the_first(float* out, unsigned n) {
  extern __shared__ float parts[];
  int* const counts = reinterpret_cast<int*>(parts + n / 2);
  const unsigned i = threadIdx.x;
  parts[i] = i;   // [first]
  counts[i] = 1;  // [second]
  __syncthreads();
  out[i] = parts[i] + counts[i];
}
CASE(second_part_over_the_first) {
  RUN_SHARED(second_part_over_the_first, (1), (32), 64 * 4, output<float>("out", 32), 32u);
}

// case second_part_behind_the_first
__global__ void second_part_behind_the_first(float* out, unsigned n) {
  extern __shared__ float parts[];
  int* const counts = reinterpret_cast<int*>(parts + n);
  const unsigned i = threadIdx.x;
  parts[i] = i;
  counts[i] = 1;
  __syncthreads();
  out[i] = parts[n - 1 - i] + counts[n - 1 - i];
}
CASE(second_part_behind_the_first) {
  RUN_SHARED(second_part_behind_the_first, (1), (32), 64 * 4, output<float>("out", 32), 32u);
}

// Unset values.

// case smallest_begins_with_nothing
//   uninitialised out [store]
__global__ void smallest_begins_with_nothing(float* out, const float* in) {
  float least;
  for (unsigned i = 0; i < 8; ++i)
    if (in[threadIdx.x * 8 + i] < least) least = in[threadIdx.x * 8 + i];
  out[threadIdx.x] = least;  // [store]
}
CASE(smallest_begins_with_nothing) {
  RUN(smallest_begins_with_nothing, (1), (4), output<float>("out", 4), input<float>("in", 32));
}

// case smallest_begins_with_the_first
__global__ void smallest_begins_with_the_first(float* out, const float* in) {
  float least = in[threadIdx.x * 8];
  for (unsigned i = 1; i < 8; ++i)
    if (in[threadIdx.x * 8 + i] < least) least = in[threadIdx.x * 8 + i];
  out[threadIdx.x] = least;
}
CASE(smallest_begins_with_the_first) {
  RUN(smallest_begins_with_the_first, (1), (4), output<float>("out", 4), input<float>("in", 32));
}

struct Moments {
  float sum, squares;
  int count;
};

// case count_of_moments_never_set
//   uninitialised out [store]
__global__ void count_of_moments_never_set(Moments* out, const float* in) {
  Moments mine;
  mine.sum = mine.squares = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const float x = in[threadIdx.x * 4 + i];
    mine.sum += x;
    mine.squares += x * x;
    ++mine.count;
  }
  out[threadIdx.x] = mine;  // [store]
}
CASE(count_of_moments_never_set) {
  RUN(count_of_moments_never_set, (1), (8), output<Moments>("out", 8), input<float>("in", 32));
}

// case all_of_moments_set
__global__ void all_of_moments_set(Moments* out, const float* in) {
  Moments mine = {};
  for (unsigned i = 0; i < 4; ++i) {
    const float x = in[threadIdx.x * 4 + i];
    mine.sum += x;
    mine.squares += x * x;
    ++mine.count;
  }
  out[threadIdx.x] = mine;
}
CASE(all_of_moments_set) {
  RUN(all_of_moments_set, (1), (8), output<Moments>("out", 8), input<float>("in", 32));
}

// case pointer_set_for_some
//   wild-pointer - [read]
__global__ void pointer_set_for_some(float* out, const float* in, unsigned n) {
  const float* from;
  if (threadIdx.x < n) from = &in[threadIdx.x];
  out[threadIdx.x] = *from;  // [read]
}
CASE(pointer_set_for_some) {
  RUN(pointer_set_for_some, (1), (8), scratch<float>("out", 8), input<float>("in", 8), 4u);
}

// case pointer_set_for_all
__global__ void pointer_set_for_all(float* out, const float* in, unsigned n) {
  const float* from = &in[0];
  if (threadIdx.x < n) from = &in[threadIdx.x];
  out[threadIdx.x] = *from;
}
CASE(pointer_set_for_all) {
  RUN(pointer_set_for_all, (1), (8), output<float>("out", 8), input<float>("in", 8), 4u);
}

// case byte_counts_to_300
//   runaway - [loop]
__global__ void byte_counts_to_300(int* out, unsigned n) {
  int sum = 0;
  for (unsigned char i = 0; i < n; ++i) ++sum;  // [loop]
  out[threadIdx.x] = sum;
}
CASE(byte_counts_to_300) { RUN(byte_counts_to_300, (1), (1), scratch<int>("out", 1), 300u); }

// case byte_counts_to_200
__global__ void byte_counts_to_200(int* out, unsigned n) {
  int sum = 0;
  for (unsigned char i = 0; i < n; ++i) ++sum;
  out[threadIdx.x] = sum;
}
CASE(byte_counts_to_200) { RUN(byte_counts_to_200, (1), (1), output<int>("out", 1), 200u); }
