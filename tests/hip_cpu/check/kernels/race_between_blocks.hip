// Accesses of several blocks, or of all threads to one element, that nothing orders: flags, fences
// and atomic operations that do not.
#include "tests/hip_cpu/check/case.hpp"

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
