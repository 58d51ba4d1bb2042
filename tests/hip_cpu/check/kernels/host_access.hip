// The host's own accesses: to memory that only kernels and copies reach, and to copies of memory
// that nobody wrote.
#include <algorithm>
#include <numeric>
#include <vector>

#include "tests/hip_cpu/check/case.hpp"

namespace {
volatile int seen;
}  // namespace

__global__ void fill(int* to) { to[threadIdx.x] = 1; }

// case host_reads_device_memory
//   host-access memory [read]
CASE(host_reads_device_memory) {
  int* const memory = scratch<int>("memory", 32);
  RUN(fill, (1), (32), memory);
  static_cast<void>(hipDeviceSynchronize());
  seen = memory[3];  // [read]
}

// case host_writes_device_memory
//   host-access memory [write]
CASE(host_writes_device_memory) {
  int* const memory = scratch<int>("memory", 32);
  for (int i = 0; i < 32; ++i) memory[i] = i;  // [write]
}

// case host_copies_from_device_memory
//   host-access memory [copy]
CASE(host_copies_from_device_memory) {
  int host[32];
  const int* const memory = zeros<int>("memory", 32);
  memcpy(host, memory, sizeof host);  // [copy]
}

// case host_sets_device_memory
//   host-access memory [set]
CASE(host_sets_device_memory) {
  memset(scratch<int>("memory", 32), 0, 128);  // [set]
}

// case host_counts_in_device_memory
//   host-access memory [count]
CASE(host_counts_in_device_memory) {
  int* const memory = zeros<int>("memory", 32);
  __atomic_fetch_add(memory, 1, __ATOMIC_RELAXED);  // [count]
}

// case host_sums_device_memory
//   host-access memory [sum]
CASE(host_sums_device_memory) {
  const int* const memory = zeros<int>("memory", 32);
  int sum = 0;
  for (int i = 0; i < 32; ++i) sum += memory[i];  // [sum]
  seen = sum;
}

// case host_copies_first
CASE(host_copies_first) {
  int host[32];
  int* const memory = scratch<int>("memory", 32);
  RUN(fill, (1), (32), memory);
  static_cast<void>(hipMemcpy(host, memory, sizeof host, hipMemcpyDeviceToHost));
  seen = host[3];
}

// case host_moves_its_pointer_only
CASE(host_moves_its_pointer_only) {
  int* const memory = zeros<int>("memory", 32);
  RUN(fill, (1), (16), &memory[16]);
}

// case host_sums_more_than_was_written
//   uninitialised memory [sum_of_all] [copy_of_all]
CASE(host_sums_more_than_was_written) {
  std::vector<int> host(32);
  int* const memory = scratch<int>("memory", 32);
  RUN(fill, (1), (16), memory);
  const std::size_t bytes = 32 * sizeof(int);
  static_cast<void>(hipMemcpy(host.data(), memory, bytes, hipMemcpyDeviceToHost));  // [copy_of_all]
  int sum = 0;
  for (const int value : host) sum += value;  // [sum_of_all]
  seen = sum;
}

// case host_sums_what_was_written
CASE(host_sums_what_was_written) {
  std::vector<int> host(32);
  int* const memory = scratch<int>("memory", 32);
  RUN(fill, (1), (16), memory);
  const std::size_t bytes = 32 * sizeof(int);
  static_cast<void>(hipMemcpy(host.data(), memory, bytes, hipMemcpyDeviceToHost));
  int sum = 0;
  for (std::size_t i = 0; i < 16; ++i) sum += host[i];
  for (std::size_t i = 16; i < 32; ++i) host[i] = 0;
  for (const int value : host) sum += value;
  seen = sum;
}

// case host_reads_a_pinned_copy_of_unwritten_memory
//   uninitialised memory [read_pinned] [copy_to_pinned]
CASE(host_reads_a_pinned_copy_of_unwritten_memory) {
  int* const memory = scratch<int>("memory", 32);
  RUN(fill, (1), (16), memory);
  int* pinned = nullptr;
  static_cast<void>(hipHostMalloc(&pinned, 128, hipHostMallocDefault));
  static_cast<void>(hipMemcpy(pinned, memory, 128, hipMemcpyDeviceToHost));  // [copy_to_pinned]
  seen = pinned[3] + pinned[16];                                             // [read_pinned]
}
