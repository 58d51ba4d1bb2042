// Kernels of many blocks, which may run at the same time: the findings are as if they did not.
#include "tests/hip_cpu/check/case.hpp"

// case blocks_of_their_own_rows
__global__ void blocks_of_their_own_rows(float* out, const float* in, const float* common) {
  __shared__ float s[32];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = in[i] + common[threadIdx.x];
  __syncthreads();
  for (unsigned k = 0; k < 32; ++k) out[i] = (k == 0 ? 0 : out[i]) + s[(threadIdx.x + k) % 32];
}
CASE(blocks_of_their_own_rows) {
  RUN(blocks_of_their_own_rows, (64), (32), output<float>("out", 2048), input<float>("in", 2048),
      input<float>("common", 32));
}

// Neighbouring bytes, and words that hold some of each block.
// case bytes_of_neighbouring_blocks
__global__ void bytes_of_neighbouring_blocks(unsigned char* out, const unsigned char* in) {
  const unsigned i = blockIdx.x * 3 + threadIdx.x;
  out[i] = static_cast<unsigned char>(in[i] + in[0]);
}
CASE(bytes_of_neighbouring_blocks) {
  RUN(bytes_of_neighbouring_blocks, (256), (3), output<unsigned char>("out", 768),
      input<unsigned char>("in", 768));
}

// The last block's atomic operation makes the others start over: with the memory's old contents.
// case starts_over_with_what_was_there
__device__ int times_of_all[2048];
__global__ void adds_and_meets(int* times, int* total) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  times[i] += 1;
  times_of_all[i] += 1;
  if (i == 2047) atomicAdd(total, 1);
}
__global__ void stops_unless_once(int* out, const int* times, const int* total) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (times[i] != 1 || times_of_all[i] != 1 || total[0] != 1) __builtin_trap();
  out[i] = 1;
}
CASE(starts_over_with_what_was_there) {
  int* times = zeros<int>("times", 2048);
  int* total = zeros<int>("total", 1);
  RUN(adds_and_meets, (64), (32), times, total);
  RUN(stops_unless_once, (64), (32), output<int>("out", 2048), static_cast<const int*>(times),
      static_cast<const int*>(total));
}

// case last_block_writes_what_all_read
//   race common [read] [write]
__global__ void last_block_writes_what_all_read(int* out, int* common) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = common[threadIdx.x];                         // [read]
  if (blockIdx.x == 63) common[31 - threadIdx.x] = -1;  // [write]
}
CASE(last_block_writes_what_all_read) {
  RUN(last_block_writes_what_all_read, (64), (32), output<int>("out", 2048),
      input<int>("common", 32));
}

// case first_block_writes_what_all_read
//   race common [read] [write]
__global__ void first_block_writes_what_all_read(int* out, int* common) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x == 0) common[threadIdx.x] = 7;  // [write]
  out[i] = common[threadIdx.x];                  // [read]
}
CASE(first_block_writes_what_all_read) {
  RUN(first_block_writes_what_all_read, (64), (32), output<int>("out", 2048),
      input<int>("common", 32));
}

// Two blocks that are far apart, and one word of a long array.
// case two_blocks_write_a_byte
//   race marks [write]
__global__ void two_blocks_write_a_byte(unsigned char* marks) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  marks[i == 4000 ? 101 : i] = static_cast<unsigned char>(blockIdx.x);  // [write]
}
CASE(two_blocks_write_a_byte) {
  RUN(two_blocks_write_a_byte, (128), (32), scratch<unsigned char>("marks", 4096));
}

// case blocks_read_what_a_later_one_writes
//   race row [read] [write]
__global__ void blocks_read_what_a_later_one_writes(int* row) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int next = i + 32 < 1024 ? row[i + 32] : 0;  // [read]
  row[i] = next + 1;                                 // [write]
}
CASE(blocks_read_what_a_later_one_writes) {
  RUN(blocks_read_what_a_later_one_writes, (32), (32), input<int>("row", 1024));
}

// case last_block_passes_the_end
//   out-of-bounds out [write]
__global__ void last_block_passes_the_end(int* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 1;  // [write]
}
CASE(last_block_passes_the_end) {
  RUN(last_block_passes_the_end, (64), (32), output<int>("out", 2047));
}

// case some_blocks_divide_by_zero
//   division-by-zero - [division]
__global__ void some_blocks_divide_by_zero(int* out, const int* in) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 60 / in[i];  // [division]
}
CASE(some_blocks_divide_by_zero) {
  int* in = input<int>("in", 2048);
  static_cast<void>(hipMemset(in + 1900, 0, 40));
  RUN(some_blocks_divide_by_zero, (64), (32), output<int>("out", 2048),
      static_cast<const int*>(in));
}
