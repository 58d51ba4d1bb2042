// Accesses that nothing orders.
#include "tests/check/case.hpp"

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

// case two_threads_one_element
//   race out [write] [write]
__global__ void two_threads_one_element(unsigned* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i / 2] = i;  // [write]
}
CASE(two_threads_one_element) {
  RUN(two_threads_one_element, (3), (64), output<unsigned>("out", 96));
}

// case blocks_write_the_same_element
//   race out [write] [write]
__global__ void blocks_write_the_same_element(float* out) {
  out[threadIdx.x] = static_cast<float>(blockIdx.x);  // [write]
}
CASE(blocks_write_the_same_element) {
  RUN(blocks_write_the_same_element, (2, 2), (16), output<float>("out", 16));
}

// case reads_what_the_last_block_wrote
//   race sums [read] [write]
__global__ void reads_what_the_last_block_wrote(float* sums, const float* in) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = in[i];  // [write]
  __syncthreads();
  if (blockIdx.x > 0 && threadIdx.x == 0) sums[2] = sums[0];  // [read]
}
CASE(reads_what_the_last_block_wrote) {
  RUN(reads_what_the_last_block_wrote, (2), (8), scratch<float>("sums", 3), input<float>("in", 16));
}

// case reads_what_a_later_block_writes
//   race sums [read] [write]
__global__ void reads_what_a_later_block_writes(float* out, float* sums) {
  if (blockIdx.x == 0) out[threadIdx.x] = sums[threadIdx.x];  // [read]
  if (blockIdx.x == 1) sums[threadIdx.x] = 1;                 // [write]
}
CASE(reads_what_a_later_block_writes) {
  RUN(reads_what_a_later_block_writes, (2), (8), output<float>("out", 8),
      scratch<float>("sums", 8));
}

// case plain_flag
//   race flag [see] [set]
//   race data [read] [write]
//   reversed: unwritten out
__device__ int flag;
__global__ void plain_flag(int* out, int* data) {
  if (blockIdx.x == 0) {
    data[0] = 5;  // [write]
    __threadfence();
    flag = 1;              // [set]
  } else if (flag == 1) {  // [see]
    out[0] = data[0];      // [read]
  }
}
CASE(plain_flag) { RUN(plain_flag, (2), (1), output<int>("out", 1), scratch<int>("data", 1)); }

// case volatile_flag
//   race ready [see] [set]
//   race data [read] [write]
//   reversed: unwritten out
__device__ int ready;
__global__ void volatile_flag(int* out, int* data) {
  volatile int* flag_now = &ready;
  if (blockIdx.x == 0) {
    data[0] = 5;  // [write]
    __threadfence();
    *flag_now = 1;              // [set]
  } else if (*flag_now == 1) {  // [see]
    out[0] = data[0];           // [read]
  }
}
CASE(volatile_flag) {
  RUN(volatile_flag, (2), (1), output<int>("out", 1), scratch<int>("data", 1));
}

// case atomic_without_fence
//   race data [read] [write]
//   reversed: unwritten out
__device__ unsigned arrived;
__global__ void atomic_without_fence(int* out, int* data) {
  if (blockIdx.x == 0) {
    data[0] = 5;  // [write]
    atomicExch(&arrived, 1u);
  } else if (atomicAdd(&arrived, 0u) == 1) {
    out[0] = data[0];  // [read]
  }
}
CASE(atomic_without_fence) {
  RUN(atomic_without_fence, (2), (1), output<int>("out", 1), scratch<int>("data", 1));
}

// case fence_of_one_thread_only
//   race partial [read] [write]
__device__ unsigned tickets;
__global__ void fence_of_one_thread_only(float* out, float* partial) {
  __shared__ bool is_last;
  const unsigned i = threadIdx.x;
  partial[blockIdx.x * blockDim.x + i] = 1;  // [write]
  if (i == 0) {
    __threadfence();
    is_last = atomicAdd(&tickets, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  float sum = 0;
  for (unsigned block = 0; block < gridDim.x; ++block)
    sum += partial[block * blockDim.x + i];  // [read]
  out[i] = sum;
}
CASE(fence_of_one_thread_only) {
  RUN(fence_of_one_thread_only, (3), (8), output<float>("out", 8), scratch<float>("partial", 24));
}

// case atomic_and_plain
//   race count [read] [add]
__global__ void atomic_and_plain(unsigned* out, unsigned* count) {
  atomicAdd(count, 1u);       // [add]
  out[threadIdx.x] = *count;  // [read]
}
CASE(atomic_and_plain) {
  RUN(atomic_and_plain, (1), (16), output<unsigned>("out", 16), zeros<unsigned>("count", 1));
}

// case bytes_of_one_word_overlap
//   race bytes [write] [read]
__global__ void bytes_of_one_word_overlap(unsigned char* bytes) {
  const unsigned i = threadIdx.x;
  const unsigned char left = i > 0 ? bytes[i - 1] : 0;  // [read]
  bytes[i] = static_cast<unsigned char>(left + 1);      // [write]
}
CASE(bytes_of_one_word_overlap) {
  RUN(bytes_of_one_word_overlap, (1), (32), input<unsigned char>("bytes", 32));
}

// case long_and_its_half
//   race longs [half] [whole]
__global__ void long_and_its_half(unsigned long long* longs) {
  if (threadIdx.x == 0) longs[0] = 7;                               // [whole]
  if (threadIdx.x == 1) reinterpret_cast<unsigned*>(longs)[1] = 9;  // [half]
}
CASE(long_and_its_half) {
  RUN(long_and_its_half, (1), (2), output<unsigned long long>("longs", 1));
}

// case vector_over_scalars
//   race out [vector] [scalar]
__global__ void vector_over_scalars(float* out) {
  out[threadIdx.x] = 1;                                                          // [scalar]
  if (threadIdx.x == 5) reinterpret_cast<float4*>(out)[0] = float4{1, 2, 3, 4};  // [vector]
}
CASE(vector_over_scalars) { RUN(vector_over_scalars, (1), (8), output<float>("out", 8)); }

// Structs that functions return: in one register, in two, in memory, and a vector.

// case returned_in_a_register
//   race out [write] [write]
struct Pair {
  float first, second;
};
__device__ Pair pair_of(unsigned value) {
  return {static_cast<float>(value), static_cast<float>(value)};
}
__global__ void returned_in_a_register(Pair* out) {
  out[threadIdx.x / 2] = pair_of(threadIdx.x);  // [write]
}
CASE(returned_in_a_register) { RUN(returned_in_a_register, (1), (8), output<Pair>("out", 4)); }

// case returned_in_two_registers
//   race out [write] [read]
struct Sum {
  double value;
  unsigned long long count;
};
__device__ Sum sum_of(double value) { return {value, 1}; }
__global__ void returned_in_two_registers(Sum* out, double* values) {
  out[threadIdx.x] = sum_of(threadIdx.x);            // [write]
  values[threadIdx.x] = out[threadIdx.x ^ 1].value;  // [read]
}
CASE(returned_in_two_registers) {
  RUN(returned_in_two_registers, (1), (4), output<Sum>("out", 4), output<double>("values", 4));
}

// case returned_in_memory
//   race s [write] [write]
struct Row {
  float elements[9];
};
__device__ Row row_of(float value) {
  Row row;
  for (float& element : row.elements) element = value;
  return row;
}
__global__ void returned_in_memory(float* out) {
  __shared__ Row s[2];
  s[threadIdx.x % 2] = row_of(threadIdx.x);  // [write]
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 2].elements[threadIdx.x];
}
CASE(returned_in_memory) { RUN(returned_in_memory, (1), (8), output<float>("out", 8)); }

// case vectors_that_functions_return
//   race out [write] [write]
//   race out [sum] [sum]
//   race out [write] [sum]
__device__ float4 sum(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
__global__ void vectors_that_functions_return(float4* out) {
  out[0] = make_float4(threadIdx.x, 2, 3, 4);  // [write]
  __syncthreads();
  out[0] = sum(out[0], make_float4(threadIdx.x, 1, 1, 1));  // [sum]
}
CASE(vectors_that_functions_return) {
  RUN(vectors_that_functions_return, (2), (4), output<float4>("out", 1));
}

// case struct_passed_by_value
//   race in [write] [read]
__device__ float sum_of_pair(Pair pair) { return pair.first + pair.second; }
__global__ void struct_passed_by_value(float* out, Pair* in) {
  const unsigned i = threadIdx.x;
  out[i] = sum_of_pair(in[i]);  // [read]
  in[i ^ 1] = pair_of(i);       // [write]
}
CASE(struct_passed_by_value) {
  RUN(struct_passed_by_value, (1), (4), output<float>("out", 4), zeros<Pair>("in", 4));
}

// case chosen_struct
//   race out [write] [write]
__global__ void chosen_struct(float2* out) {
  const unsigned i = threadIdx.x;
  out[0] = i % 2 == 0 ? make_float2(i, 1) : make_float2(i, 2);  // [write]
}
CASE(chosen_struct) { RUN(chosen_struct, (1), (3), output<float2>("out", 1)); }

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

// case all_set_a_flag
//   race-same-value found [set] [set]
__global__ void all_set_a_flag(int* found, const int* in) {
  if (in[threadIdx.x] > 3) found[0] = 1;  // [set]
}
CASE(all_set_a_flag) {
  RUN(all_set_a_flag, (1), (8), scratch<int>("found", 1), input<int>("in", 8));
}

// case all_clear_a_shared_cell
//   race-same-value total [clear] [clear]
__global__ void all_clear_a_shared_cell(int* out) {
  __shared__ int total;
  total = 0;  // [clear]
  __syncthreads();
  atomicAdd(&total, 1);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = total;
}
CASE(all_clear_a_shared_cell) { RUN(all_clear_a_shared_cell, (1), (16), output<int>("out", 1)); }

// case blocks_write_the_same_value
//   race-same-value out [write] [write]
__global__ void blocks_write_the_same_value(double* out) {
  out[threadIdx.x] = 2.5;  // [write]
}
CASE(blocks_write_the_same_value) {
  RUN(blocks_write_the_same_value, (3), (8), output<double>("out", 8));
}

// case same_struct
//   race-same-value out [copy] [copy]
__global__ void same_struct(float4* out, const float4* in) {
  out[0] = in[0];  // [copy]
}
CASE(same_struct) { RUN(same_struct, (1), (4), output<float4>("out", 1), zeros<float4>("in", 1)); }

// case same_bytes
//   race-same-value out [write] [write]
__global__ void same_bytes(unsigned char* out) {
  out[threadIdx.x / 4] = 1;  // [write]
}
CASE(same_bytes) { RUN(same_bytes, (1), (16), output<unsigned char>("out", 4)); }

// case same_but_for_one
//   race out [write] [write]
__global__ void same_but_for_one(int* out) {
  out[0] = threadIdx.x == 7;  // [write]
}
CASE(same_but_for_one) { RUN(same_but_for_one, (1), (16), output<int>("out", 1)); }

// A block's fence orders nothing for other blocks.

// case block_fence_before_a_flag
//   race data [read] [write]
__device__ unsigned posted_to_the_block;
__global__ void block_fence_before_a_flag(int* out, int* data) {
  if (blockIdx.x == 0) {
    data[0] = 5;  // [write]
    __threadfence_block();
    atomicExch(&posted_to_the_block, 1u);
  } else if (atomicAdd(&posted_to_the_block, 0u) == 1) {
    out[0] = data[0];  // [read]
  }
}
CASE(block_fence_before_a_flag) {
  RUN(block_fence_before_a_flag, (2), (1), scratch<int>("out", 1), scratch<int>("data", 1));
}

// case block_fence_before_a_ticket
//   race partial [read] [write]
__device__ unsigned tickets_of_the_block;
__global__ void block_fence_before_a_ticket(float* out, float* partial) {
  if (threadIdx.x != 0) return;
  partial[blockIdx.x] = 1;  // [write]
  __threadfence_block();
  if (atomicInc(&tickets_of_the_block, gridDim.x) != gridDim.x - 1) return;
  float sum = 0;
  for (unsigned block = 0; block < gridDim.x; ++block) sum += partial[block];  // [read]
  out[0] = sum;
}
CASE(block_fence_before_a_ticket) {
  RUN(block_fence_before_a_ticket, (4), (2), scratch<float>("out", 1),
      scratch<float>("partial", 4));
}

// case block_fence_in_a_chain
//   race sums [sum] [sum]
__device__ unsigned turn_of_the_block;
__global__ void block_fence_in_a_chain(float* sums) {
  while (atomicAdd(&turn_of_the_block, 0u) != blockIdx.x) {
  }
  sums[blockIdx.x] = 1 + (blockIdx.x > 0 ? sums[blockIdx.x - 1] : 0);  // [sum]
  __threadfence_block();
  atomicAdd(&turn_of_the_block, 1u);
}
CASE(block_fence_in_a_chain) { RUN(block_fence_in_a_chain, (5), (1), output<float>("sums", 5)); }

// case block_fence_in_a_lock
//   race total [add] [add]
__device__ unsigned lock_of_the_block;
__global__ void block_fence_in_a_lock(float* total) {
  while (atomicCAS(&lock_of_the_block, 0u, 1u) != 0) {
  }
  total[0] += 1;  // [add]
  __threadfence_block();
  atomicExch(&lock_of_the_block, 0u);
}
CASE(block_fence_in_a_lock) { RUN(block_fence_in_a_lock, (4), (1), zeros<float>("total", 1)); }

// case block_fences_before_a_barrier
//   race partial [read] [write]
__device__ unsigned tickets_of_the_blocks;
__global__ void block_fences_before_a_barrier(float* out, float* partial) {
  __shared__ bool is_last;
  partial[blockIdx.x * blockDim.x + threadIdx.x] = 1;  // [write]
  __threadfence_block();
  __syncthreads();
  if (threadIdx.x == 0) is_last = atomicInc(&tickets_of_the_blocks, gridDim.x) == gridDim.x - 1;
  __syncthreads();
  if (!is_last) return;
  out[threadIdx.x] = partial[threadIdx.x];  // [read]
}
CASE(block_fences_before_a_barrier) {
  RUN(block_fences_before_a_barrier, (3), (8), scratch<float>("out", 8),
      scratch<float>("partial", 24));
}
