// Atomic loads, which change nothing: they race with plain writes, and with nothing else.
#include "tests/hip_cpu/check/case.hpp"

__device__ inline unsigned load(const unsigned* from) {
  return __hip_atomic_load(from, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

// case load_beside_plain_reads
__global__ void load_beside_plain_reads(unsigned* next, const unsigned* in) {
  const unsigned mine = in[threadIdx.x];
  next[threadIdx.x + blockIdx.x * 64] = mine + load(&in[(threadIdx.x + 1) % 64]);
}
CASE(load_beside_plain_reads) {
  RUN(load_beside_plain_reads, (3), (64), output<unsigned>("next", 192), input<unsigned>("in", 64));
}

// case compilers_load_beside_plain_reads
__global__ void compilers_load_beside_plain_reads(unsigned* next, const unsigned* in) {
  const unsigned other = __atomic_load_n(&in[(threadIdx.x + 1) % 64], __ATOMIC_ACQUIRE);
  next[threadIdx.x] = in[threadIdx.x] + other;
}
CASE(compilers_load_beside_plain_reads) {
  RUN(compilers_load_beside_plain_reads, (1), (64), output<unsigned>("next", 64),
      input<unsigned>("in", 64));
}

// case load_beside_atomic_operations
__global__ void load_beside_atomic_operations(unsigned* out, unsigned* count) {
  unsigned greatest = 0;
  for (int i = 0; i < 3; ++i) {
    greatest = max(greatest, load(count));
    atomicAdd(count, 1u);
  }
  out[threadIdx.x + blockIdx.x * 16] = greatest;
}
CASE(load_beside_atomic_operations) {
  RUN(load_beside_atomic_operations, (2), (16), output<unsigned>("out", 32),
      zeros<unsigned>("count", 1));
}

// case load_beside_a_plain_write
//   race flags [write] [load]
__global__ void load_beside_a_plain_write(unsigned* flags, unsigned* out) {
  out[threadIdx.x] = __atomic_load_n(&flags[(threadIdx.x + 1) % 64], __ATOMIC_RELAXED);  // [load]
  flags[threadIdx.x] = 1;                                                                // [write]
}
CASE(load_beside_a_plain_write) {
  RUN(load_beside_a_plain_write, (1), (64), zeros<unsigned>("flags", 64),
      output<unsigned>("out", 64));
}

// All threads load the element that one of them writes in the end.
// case last_thread_writes_what_all_load
//   race flag [write] [load]
__global__ void last_thread_writes_what_all_load(unsigned* flag, unsigned* out) {
  out[threadIdx.x] = __atomic_load_n(flag, __ATOMIC_RELAXED);  // [load]
  if (threadIdx.x == 20) *flag = 7;                            // [write]
}
CASE(last_thread_writes_what_all_load) {
  RUN(last_thread_writes_what_all_load, (1), (40), zeros<unsigned>("flag", 1),
      output<unsigned>("out", 40));
}

// An atomic load stands for no plain read, neither before it nor after it.
// case plain_read_after_the_load
//   race count [read] [add]
__global__ void plain_read_after_the_load(unsigned* count, unsigned* out) {
  const unsigned first = load(count);
  out[threadIdx.x] = first + *count;  // [read]
  atomicAdd(count, 1u);               // [add]
}
CASE(plain_read_after_the_load) {
  RUN(plain_read_after_the_load, (1), (16), zeros<unsigned>("count", 1),
      output<unsigned>("out", 16));
}

// case plain_read_before_the_load
//   race count [read] [add]
__global__ void plain_read_before_the_load(unsigned* count, unsigned* out) {
  const unsigned first = threadIdx.x == 3 ? *count : 0;  // [read]
  out[threadIdx.x] = first + load(count);
  if (threadIdx.x == 9) atomicAdd(count, 1u);  // [add]
}
CASE(plain_read_before_the_load) {
  RUN(plain_read_before_the_load, (1), (16), zeros<unsigned>("count", 1),
      output<unsigned>("out", 16));
}

// case loads_in_blocks_before_a_plain_write
//   race total [write] [load]
__global__ void loads_in_blocks_before_a_plain_write(unsigned* total, unsigned* out) {
  const unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
  out[i] = __atomic_load_n(total, __ATOMIC_RELAXED);  // [load]
  if (i == 40) *total = 1;                            // [write]
}
CASE(loads_in_blocks_before_a_plain_write) {
  RUN(loads_in_blocks_before_a_plain_write, (4), (16), zeros<unsigned>("total", 1),
      output<unsigned>("out", 64));
}

// case loads_before_a_barrier_and_a_write
__global__ void loads_before_a_barrier_and_a_write(unsigned* total, unsigned* out) {
  out[threadIdx.x] = load(total);
  __syncthreads();
  if (threadIdx.x == 5) *total = 1;
  __syncthreads();
  out[threadIdx.x] += load(total) + *total;
}
CASE(loads_before_a_barrier_and_a_write) {
  RUN(loads_before_a_barrier_and_a_write, (1), (64), zeros<unsigned>("total", 1),
      output<unsigned>("out", 64));
}

// case load_of_what_nobody_wrote
//   uninitialised flags [load]
__global__ void load_of_what_nobody_wrote(const unsigned* flags, unsigned* out) {
  out[threadIdx.x] = __atomic_load_n(&flags[threadIdx.x], __ATOMIC_RELAXED);  // [load]
}
CASE(load_of_what_nobody_wrote) {
  RUN(load_of_what_nobody_wrote, (1), (16), scratch<unsigned>("flags", 16),
      output<unsigned>("out", 16));
}
