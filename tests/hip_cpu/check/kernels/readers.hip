// Order between a writer and more than two readers, some of which it knows.
#include "tests/hip_cpu/check/case.hpp"

// case third_reader_of_another_warp
//   race s [write] [read]
__global__ void third_reader_of_another_warp(int* out) {
  __shared__ int s[1];
  const unsigned i = threadIdx.x, width = warpSize;
  if (i == 0) s[0] = 1;
  __syncthreads();
  const bool reads = i == 0 || i == 1 || i == 2 * width;
  if (i >= width) {
    if (reads) out[2] = s[0];  // [read]
    return;
  }
  for (int k = 0; k < 2; ++k) __syncwarp();
  if (reads) out[i] = s[0];
  __syncwarp();
  if (i == 0) s[0] = 2;  // [write]
}
CASE(third_reader_of_another_warp) {
  RUN(third_reader_of_another_warp, (1), (192), scratch<int>("out", 3));
}

// case third_block_reads_and_says_nothing
//   race x [write] [read]
__global__ void third_block_reads_and_says_nothing(int* out, int* x, unsigned* done) {
  if (blockIdx.x < 3) {
    out[blockIdx.x] = x[0];  // [read]
    if (blockIdx.x == 2) return;
    __threadfence();
    atomicAdd(done, 1u);
  } else if (atomicAdd(done, 0u) == 2) {
    x[0] = 7;  // [write]
  }
}
CASE(third_block_reads_and_says_nothing) {
  RUN(third_block_reads_and_says_nothing, (4), (1), output<int>("out", 3), zeros<int>("x", 1),
      zeros<unsigned>("done", 1));
}

// case reader_in_the_middle
//   race x [write] [read]
__global__ void reader_in_the_middle(int* out, int* x, unsigned* done) {
  const unsigned block = blockIdx.x;
  if (block == 5) {
    if (atomicAdd(done, 0u) == 4) x[0] = 7;  // [write]
    return;
  }
  out[block] = x[0];  // [read]
  __threadfence();
  if (block != 2) atomicAdd(done, 1u);
}
CASE(reader_in_the_middle) {
  RUN(reader_in_the_middle, (6), (1), output<int>("out", 5), zeros<int>("x", 1),
      zeros<unsigned>("done", 1));
}

// case lock_that_one_reader_forgot
//   race x [add] [peek]
__device__ unsigned lock_that_some_forget;
__global__ void lock_that_one_reader_forgot(int* out, int* x) {
  const unsigned i = threadIdx.x;
  if (i == 5) {
    out[0] = x[0];  // [peek]
    return;
  }
  while (atomicCAS(&lock_that_some_forget, 0u, 1u) != 0) {
  }
  if (i == 7) {
    x[0] += 1;  // [add]
  } else {
    out[i + 1] = x[0];
  }
  __threadfence();
  atomicExch(&lock_that_some_forget, 0u);
}
CASE(lock_that_one_reader_forgot) {
  RUN(lock_that_one_reader_forgot, (1), (8), scratch<int>("out", 9), zeros<int>("x", 1));
}

// case bytes_read_by_three
//   race bytes [write] [read]
__global__ void bytes_read_by_three(int* out, unsigned char* bytes, unsigned* done) {
  if (blockIdx.x < 3) {
    out[blockIdx.x] = bytes[2];  // [read]
    __threadfence();
    if (blockIdx.x != 1) atomicAdd(done, 1u);
  } else if (atomicAdd(done, 0u) == 2) {
    bytes[2] = 7;  // [write]
  }
}
CASE(bytes_read_by_three) {
  RUN(bytes_read_by_three, (4), (1), output<int>("out", 3), zeros<unsigned char>("bytes", 4),
      zeros<unsigned>("done", 1));
}

// case all_readers_say_that_they_are_done
__global__ void all_readers_say_that_they_are_done(int* out, int* x, unsigned* done) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = x[0];
  __threadfence();
  if (atomicAdd(done, 1u) == gridDim.x * blockDim.x - 1) x[0] = 7;
}
CASE(all_readers_say_that_they_are_done) {
  RUN(all_readers_say_that_they_are_done, (6), (40), output<int>("out", 240), zeros<int>("x", 1),
      zeros<unsigned>("done", 1));
}

// case all_lanes_read_and_one_writes
__global__ void all_lanes_read_and_one_writes(int* out) {
  __shared__ int s[4];
  const unsigned i = threadIdx.x, warp = i / warpSize, lane = i % warpSize;
  if (lane == 0) s[warp] = 1;
  for (int k = 0; k < 3; ++k) {
    __syncwarp();
    const int seen = s[warp];
    __syncwarp();
    if (lane == static_cast<unsigned>(k)) s[warp] = seen + 1;
  }
  __syncwarp();
  out[i] = s[warp];
}
CASE(all_lanes_read_and_one_writes) {
  RUN(all_lanes_read_and_one_writes, (1), (128), output<int>("out", 128));
}

// case readers_and_a_writer_behind_a_lock
__device__ unsigned lock_of_readers;
__global__ void readers_and_a_writer_behind_a_lock(int* out, int* x) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  while (atomicCAS(&lock_of_readers, 0u, 1u) != 0) {
  }
  if (i % 5 == 4) {
    x[0] += 1;
  } else {
    out[i] = x[0];
  }
  __threadfence();
  atomicExch(&lock_of_readers, 0u);
}
CASE(readers_and_a_writer_behind_a_lock) {
  RUN(readers_and_a_writer_behind_a_lock, (4), (8), scratch<int>("out", 32), zeros<int>("x", 1));
}

// case table_read_by_all_with_a_barrier
__global__ void table_read_by_all_with_a_barrier(unsigned* out, unsigned* table, unsigned* total) {
  const unsigned i = threadIdx.x;
  unsigned* const mine = table + blockIdx.x;
  const unsigned seen = *mine;
  atomicAdd(total, seen);
  __syncthreads();
  if (i == 0) *mine = seen + 1;
  __syncthreads();
  out[blockIdx.x * blockDim.x + i] = *mine;
}
CASE(table_read_by_all_with_a_barrier) {
  RUN(table_read_by_all_with_a_barrier, (3), (256), output<unsigned>("out", 768),
      zeros<unsigned>("table", 3), zeros<unsigned>("total", 1));
}

// case bytes_read_by_three_that_say_so
__global__ void bytes_read_by_three_that_say_so(int* out, unsigned char* bytes, unsigned* done) {
  if (blockIdx.x < 3) {
    out[blockIdx.x] = bytes[2];
    __threadfence();
    atomicAdd(done, 1u);
  } else if (atomicAdd(done, 0u) == 3) {
    bytes[2] = 7;
  }
}
CASE(bytes_read_by_three_that_say_so) {
  RUN(bytes_read_by_three_that_say_so, (4), (1), output<int>("out", 3),
      zeros<unsigned char>("bytes", 4), zeros<unsigned>("done", 1));
}
