// Calls of the host's that fail, with and without somebody who looks.
#include "tests/hip_cpu/check/case.hpp"

__global__ void fill(int* to) { to[threadIdx.x] = 1; }

__constant__ int table[4];

// case launch_of_no_blocks
//   api-error - [launch]
CASE(launch_of_no_blocks) {
  int* const to = zeros<int>("to", 64);
  RUN(fill, (0), (64), to);  // [launch]
}

// case launch_of_too_many_threads
//   api-error - [launch]
CASE(launch_of_too_many_threads) {
  int* const to = zeros<int>("to", 2048);
  std::vector<int> host(2048);
  RUN(fill, (1), (2048), to);  // [launch]
  static_cast<void>(hipMemcpy(host.data(), to, 8192, hipMemcpyDeviceToHost));
}

// case launch_that_somebody_looks_at
CASE(launch_that_somebody_looks_at) {
  int* const to = zeros<int>("to", 2048);
  RUN(fill, (1), (2048), to);
  if (hipGetLastError() == hipSuccess) __builtin_abort();
}

// case fill_of_the_hosts_memory
//   api-error - [fill]
CASE(fill_of_the_hosts_memory) {
  int host[4] = {};
  static_cast<void>(hipMemset(host, 1, sizeof host));  // [fill]
  if (host[0] != 0) __builtin_abort();
}

// case fill_that_somebody_looks_at
CASE(fill_that_somebody_looks_at) {
  int host[4] = {};
  const hipError_t error = hipMemset(host, 1, sizeof host);
  if (error == hipSuccess) __builtin_abort();
}

// case more_than_the_symbol_holds
//   api-error - [copy]
CASE(more_than_the_symbol_holds) {
  const int host[5] = {};
  static_cast<void>(hipMemcpyToSymbol(table, host, sizeof host));  // [copy]
}

// case copy_from_freed_memory
//   api-error - [copy]
CASE(copy_from_freed_memory) {
  int host[64];
  int* const from = zeros<int>("from", 64);
  static_cast<void>(hipFree(from));
  static_cast<void>(hipMemcpy(host, from, sizeof host, hipMemcpyDeviceToHost));  // [copy]
}

// case frees_memory_twice
//   api-error - [second]
CASE(frees_memory_twice) {
  int* const memory = zeros<int>("memory", 64);
  static_cast<void>(hipFree(memory));
  static_cast<void>(hipFree(memory));  // [second]
}

// case copy_of_the_wrong_kind
//   api-error - [back]
CASE(copy_of_the_wrong_kind) {
  int host[64] = {};
  int* const memory = zeros<int>("memory", 64);
  static_cast<void>(hipMemcpy(host, memory, sizeof host, hipMemcpyHostToDevice));  // [back]
}

// case more_memory_than_there_is
//   api-error - [allocate]
CASE(more_memory_than_there_is) {
  int* memory = nullptr;
  static_cast<void>(hipMalloc(&memory, std::size_t{1} << 60));  // [allocate]
}

// case stream_that_is_not_ready
CASE(stream_that_is_not_ready) {
  static_cast<void>(hipStreamQuery(nullptr));
  static_cast<void>(hipDeviceSynchronize());
}
