// Reads of unwritten memory, and outputs that nobody writes.
#include "tests/hip_cpu/check/case.hpp"

// case hole_in_shared
//   uninitialised s [read]
__global__ void hole_in_shared(float* out) {
  __shared__ float s[64];
  const unsigned i = threadIdx.x;
  if (i != 5) s[i] = 1;
  __syncthreads();
  out[i] = s[i];  // [read]
}
CASE(hole_in_shared) { RUN(hole_in_shared, (1), (64), output<float>("out", 64)); }

// case padding_of_the_last_block
//   uninitialised s [read]
__global__ void padding_of_the_last_block(float* out, const float* in, unsigned n) {
  __shared__ float s[8 + 3];
  const unsigned i = blockIdx.x * 8 + threadIdx.x;
  const unsigned local = threadIdx.x;
  if (i < n) s[local] = in[i];
  if (local < 3 && i + 8 < n) s[8 + local] = in[i + 8];
  __syncthreads();
  float sum = 0;
  for (unsigned tap = 0; tap < 4; ++tap) sum += s[local + tap];  // [read]
  if (i < n) out[i] = sum;
}
CASE(padding_of_the_last_block) {
  RUN(padding_of_the_last_block, (2), (8), output<float>("out", 15), input<float>("in", 15), 15u);
}

// case adds_to_the_output
//   uninitialised out [add]
__global__ void adds_to_the_output(float* out, const float* in) {
  out[threadIdx.x] += in[threadIdx.x];  // [add]
}
CASE(adds_to_the_output) {
  RUN(adds_to_the_output, (1), (16), output<float>("out", 16), input<float>("in", 16));
}

// case scratch_never_filled
//   uninitialised scratch [read]
__global__ void scratch_never_filled(double* out, const double* scratch_memory) {
  out[threadIdx.x] = scratch_memory[threadIdx.x];  // [read]
}
CASE(scratch_never_filled) {
  RUN(scratch_never_filled, (1), (4), output<double>("out", 4), scratch<double>("scratch", 4));
}

// case shared_of_the_block_before
//   uninitialised s [read]
__global__ void shared_of_the_block_before(int* out) {
  __shared__ int s;
  if (blockIdx.x == 0 && threadIdx.x == 0) s = 7;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s;  // [read]
}
CASE(shared_of_the_block_before) {
  RUN(shared_of_the_block_before, (2), (4), output<int>("out", 8));
}

// case dynamic_shared_unwritten
//   uninitialised dynamic [read]
__global__ void dynamic_shared_unwritten(int* out) {
  extern __shared__ int dynamic[];
  out[threadIdx.x] = dynamic[threadIdx.x];  // [read]
}
CASE(dynamic_shared_unwritten) {
  RUN_SHARED(dynamic_shared_unwritten, (1), (8), 32, output<int>("out", 8));
}

// case counter_never_cleared
//   uninitialised count [add]
__global__ void counter_never_cleared(unsigned* out) {
  __shared__ unsigned count;
  atomicAdd(&count, 1u);  // [add]
  __syncthreads();
  if (threadIdx.x == 0) out[0] = count;
}
CASE(counter_never_cleared) { RUN(counter_never_cleared, (1), (8), output<unsigned>("out", 1)); }

// case byte_never_written
//   uninitialised text [read]
__global__ void byte_never_written(unsigned char* out, unsigned char* text) {
  const unsigned i = threadIdx.x;
  if (i % 4 != 3) text[i] = 1;
  __syncthreads();
  out[i] = text[i];  // [read]
}
CASE(byte_never_written) {
  RUN(byte_never_written, (1), (16), output<unsigned char>("out", 16),
      scratch<unsigned char>("text", 16));
}

// case written_too_late
//   uninitialised s [read]
__global__ void written_too_late(int* out) {
  __shared__ int s[32];
  const unsigned i = threadIdx.x;
  const int early = s[i];  // [read]
  __syncthreads();
  s[31 - i] = 1;
  __syncthreads();
  out[i] = s[i] + (early != 0);
}
CASE(written_too_late) { RUN(written_too_late, (1), (32), output<int>("out", 32)); }

// case last_element_unwritten
//   unwritten out
__global__ void last_element_unwritten(float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) out[i] = 1;
}
CASE(last_element_unwritten) {
  RUN(last_element_unwritten, (2), (8), output<float>("out", 15), 15u);
}

// case second_block_does_nothing
//   unwritten out
__global__ void second_block_does_nothing(float* out) { out[threadIdx.x] = 1; }
CASE(second_block_does_nothing) {
  RUN(second_block_does_nothing, (1), (8), output<float>("out", 16));
}

// case nothing_written
//   unwritten out
__global__ void nothing_written(const float* out, const float* in, float* other) {
  if (out != in) other[threadIdx.x] = in[threadIdx.x];
}
CASE(nothing_written) {
  RUN(nothing_written, (1), (8), output<float>("out", 8), input<float>("in", 8),
      scratch<float>("other", 8));
}

// case columns_missed
//   unwritten out
__global__ void columns_missed(int* out, unsigned rows, unsigned cols) {
  const unsigned row = threadIdx.y, col = threadIdx.x;
  if (row < rows && col < cols) out[row * cols + col] = 1;
}
CASE(columns_missed) { RUN(columns_missed, (1), (3, 4), output<int>("out", 16), 4u, 4u); }

// The first two words of each are there; a later block writes the others.
// case half_of_a_vector_by_another_block
//   race points [read] [write]
__global__ void half_of_a_vector_by_another_block(float4* points, float* out) {
  const unsigned i = threadIdx.x;
  if (blockIdx.x == 0) {
    const float4 p = points[i];  // [read]
    out[i] = p.x + p.w;
  } else {
    points[i].z = 1, points[i].w = 1;  // [write]
  }
}
CASE(half_of_a_vector_by_another_block) {
  float4* const points = scratch<float4>("points", 8);
  for (int i = 0; i < 8; ++i) static_cast<void>(hipMemset(points + i, 0, 8));
  RUN(half_of_a_vector_by_another_block, (2), (8), points, output<float>("out", 8));
}

// case last_byte_of_a_word
//   uninitialised words [last_word]
__global__ void last_byte_of_a_word(const int* words, int* out) {
  out[threadIdx.x] = words[threadIdx.x] * 2;  // [last_word]
}
CASE(last_byte_of_a_word) {
  int* const words = scratch<int>("words", 8);
  static_cast<void>(hipMemset(words, 0, 31));
  RUN(last_byte_of_a_word, (1), (8), words, output<int>("out", 8));
}

// case last_half_of_a_double
//   uninitialised numbers [last_number]
__global__ void last_half_of_a_double(const double* numbers, double* out) {
  out[threadIdx.x] = numbers[threadIdx.x] * 2;  // [last_number]
}
CASE(last_half_of_a_double) {
  double* const numbers = scratch<double>("numbers", 8);
  static_cast<void>(hipMemset(numbers, 0, 62));
  RUN(last_half_of_a_double, (1), (8), numbers, output<double>("out", 8));
}

namespace {
struct Dated {
  short year;
  char month;  // and a byte of padding
};
}  // namespace

// case last_byte_is_padding
__global__ void last_byte_is_padding(Dated* dates, Dated* out) {
  const unsigned i = threadIdx.x;
  dates[i].year = 2026;
  dates[i].month = static_cast<char>(i);
  out[i] = dates[i];
}
CASE(last_byte_is_padding) {
  Dated* const dates = scratch<Dated>("dates", 8);
  static_cast<void>(hipMemset(dates, 0, 16));  // half of them have no byte unset
  RUN(last_byte_is_padding, (1), (8), dates, scratch<Dated>("out", 8));
}
