// What the host does beside the work of streams: copies, fills, frees, functions that streams call,
// and accesses by its own code.
#include "tests/hip_cpu/check/case.hpp"

#define RUN_IN(stream, kernel, grid, block, ...) \
  hipLaunchKernelGGL(kernel, dim3 grid, dim3 block, 0, stream, __VA_ARGS__)

namespace {
hipStream_t new_stream(unsigned flags = hipStreamDefault) {
  hipStream_t stream = nullptr;
  static_cast<void>(hipStreamCreateWithFlags(&stream, flags));
  return stream;
}
hipEvent_t recorded_in(hipStream_t stream) {
  hipEvent_t event = nullptr;
  static_cast<void>(hipEventCreate(&event));
  static_cast<void>(hipEventRecord(event, stream));
  return event;
}
int* named(const char* name, void* memory, std::size_t count) {
  const hip_cpu_array array = {memory, count * sizeof(int), name, false};
  hip_cpu_checker.describe(&array);
  return static_cast<int*>(memory);
}
int* pinned(const char* name, std::size_t count) {
  void* memory = nullptr;
  static_cast<void>(hipHostMalloc(&memory, count * sizeof(int), hipHostMallocDefault));
  return named(name, memory, count);
}
int* managed(const char* name, std::size_t count) {
  void* memory = nullptr;
  static_cast<void>(hipMallocManaged(&memory, count * sizeof(int), hipMemAttachGlobal));
  return named(name, memory, count);
}
void set_all(void* memory) {
  for (int i = 0; i < 32; ++i) static_cast<int*>(memory)[i] = 2;  // [function]
}
volatile int seen;
}  // namespace

__constant__ int table[32];
__device__ int state[32];

__global__ void fill(int* to) { to[threadIdx.x] = 1; }  // [kernel_write]
__global__ void copy(int* to, const int* from) {
  to[threadIdx.x] = from[threadIdx.x];  // [kernel_read]
}
__global__ void look_up(int* to) { to[threadIdx.x] = table[threadIdx.x]; }  // [look_up]
__global__ void keep() { state[threadIdx.x] = 1; }                          // [keep]

// case fill_in_the_null_stream_beside_a_stream
//   race memory [set] [kernel_write]
CASE(fill_in_the_null_stream_beside_a_stream) {
  int* const memory = scratch<int>("memory", 32);
  static_cast<void>(hipMemset(memory, 0, 128));  // [set]
  RUN_IN(new_stream(hipStreamNonBlocking), fill, (1), (32), memory);
}

// case fill_in_the_null_stream_before_a_blocking_stream
CASE(fill_in_the_null_stream_before_a_blocking_stream) {
  int* const memory = scratch<int>("memory", 32);
  static_cast<void>(hipMemset(memory, 0, 128));
  RUN_IN(new_stream(), fill, (1), (32), memory);
}

// case fill_that_the_host_waited_for
CASE(fill_that_the_host_waited_for) {
  int* const memory = scratch<int>("memory", 32);
  static_cast<void>(hipMemset(memory, 0, 128));
  static_cast<void>(hipDeviceSynchronize());
  RUN_IN(new_stream(hipStreamNonBlocking), fill, (1), (32), memory);
}

// case fill_without_its_stream
//   race memory [set] [kernel_write]
CASE(fill_without_its_stream) {
  int* const memory = scratch<int>("memory", 32);
  const hipStream_t stream = new_stream(hipStreamNonBlocking);
  static_cast<void>(hipMemsetAsync(memory, 0, 128));  // [set]
  RUN_IN(stream, fill, (1), (32), memory);
}

// case kernel_in_the_per_thread_stream_after_a_fill
CASE(kernel_in_the_per_thread_stream_after_a_fill) {
  int* const memory = scratch<int>("memory", 32);
  static_cast<void>(hipMemset(memory, 0, 128));
  RUN_IN(hipStreamPerThread, fill, (1), (32), memory);
}

// case pinned_memory_read_at_once
//   race host [back] [look]
CASE(pinned_memory_read_at_once) {
  int* const host = pinned("host", 32);
  int* const memory = input<int>("memory", 32);
  static_cast<void>(
      hipMemcpyAsync(host, memory, 128, hipMemcpyDeviceToHost, new_stream()));  // [back]
  seen = host[5];                                                               // [look]
}

// case pinned_memory_read_after_the_wait
CASE(pinned_memory_read_after_the_wait) {
  int* const host = pinned("host", 32);
  int* const memory = input<int>("memory", 32);
  const hipStream_t stream = new_stream();
  static_cast<void>(hipMemcpyAsync(host, memory, 128, hipMemcpyDeviceToHost, stream));
  static_cast<void>(hipStreamSynchronize(stream));
  seen = host[5];
}

// case pinned_memory_of_the_null_stream
//   race host [back] [look]
CASE(pinned_memory_of_the_null_stream) {
  int* const host = pinned("host", 32);
  int* const memory = input<int>("memory", 32);
  static_cast<void>(hipMemcpyAsync(host, memory, 128, hipMemcpyDeviceToHost, nullptr));  // [back]
  seen = host[5];                                                                        // [look]
}

// case pinned_memory_of_a_synchronous_copy
CASE(pinned_memory_of_a_synchronous_copy) {
  int* const host = pinned("host", 32);
  int* const memory = input<int>("memory", 32);
  static_cast<void>(hipMemcpy(host, memory, 128, hipMemcpyDeviceToHost));
  seen = host[5];
}

// case waits_for_the_wrong_event
//   race host [back] [look]
CASE(waits_for_the_wrong_event) {
  int* const host = pinned("host", 32);
  int* const memory = input<int>("memory", 32);
  const hipStream_t stream = new_stream();
  const hipEvent_t event = recorded_in(stream);
  static_cast<void>(hipMemcpyAsync(host, memory, 128, hipMemcpyDeviceToHost, stream));  // [back]
  static_cast<void>(hipEventSynchronize(event));
  seen = host[5];  // [look]
}

// case staging_memory_filled_again
//   race host [there] [refill]
CASE(staging_memory_filled_again) {
  int* const host = pinned("host", 32);
  int* const memory = scratch<int>("memory", 32);
  const hipStream_t stream = new_stream();
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 32; ++i) host[i] = round + i;  // [refill]
    static_cast<void>(hipMemcpyAsync(memory, host, 128, hipMemcpyHostToDevice, stream));  // [there]
  }
}

// case staging_memory_filled_after_an_event
CASE(staging_memory_filled_after_an_event) {
  int* const host = pinned("host", 32);
  int* const memory = scratch<int>("memory", 32);
  const hipStream_t stream = new_stream();
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 32; ++i) host[i] = round + i;
    static_cast<void>(hipMemcpyAsync(memory, host, 128, hipMemcpyHostToDevice, stream));
    static_cast<void>(hipEventSynchronize(recorded_in(stream)));
  }
}

// case managed_memory_read_at_once
//   race shared [kernel_write] [look]
CASE(managed_memory_read_at_once) {
  int* const shared = managed("shared", 32);
  RUN(fill, (1), (32), shared);
  seen = shared[5];  // [look]
}

// case managed_memory_read_after_another_launch
//   race shared [kernel_write] [look]
CASE(managed_memory_read_after_another_launch) {
  int* const shared = managed("shared", 32);
  RUN(fill, (1), (32), shared);
  RUN(fill, (1), (32), scratch<int>("other", 32));
  seen = shared[5];  // [look]
}

// case managed_memory_written_while_it_is_read
//   race shared [kernel_read] [change]
CASE(managed_memory_written_while_it_is_read) {
  int* const shared = managed("shared", 32);
  for (int i = 0; i < 32; ++i) shared[i] = i;
  RUN(copy, (1), (32), scratch<int>("to", 32), shared);
  shared[3] = 0;  // [change]
}

// case managed_memory_that_both_read
CASE(managed_memory_that_both_read) {
  int* const shared = managed("shared", 32);
  for (int i = 0; i < 32; ++i) shared[i] = i;
  RUN(copy, (1), (32), scratch<int>("to", 32), shared);
  seen = shared[3];
}

// case managed_memory_after_the_device_has_ended
CASE(managed_memory_after_the_device_has_ended) {
  int* const shared = managed("shared", 32);
  RUN(fill, (1), (32), shared);
  static_cast<void>(hipDeviceSynchronize());
  seen = shared[5];
}

// case managed_memory_after_a_copy_that_waits
CASE(managed_memory_after_a_copy_that_waits) {
  int* const shared = managed("shared", 32);
  int host[32];
  RUN(fill, (1), (32), shared);
  static_cast<void>(hipMemcpy(host, shared, 128, hipMemcpyDeviceToHost));
  seen = shared[5];
}

// case managed_memory_copied_by_the_host
//   race shared [kernel_write] [take]
CASE(managed_memory_copied_by_the_host) {
  int* const shared = managed("shared", 32);
  int host[32];
  RUN(fill, (1), (32), shared);
  memcpy(host, shared, sizeof host);  // [take]
}

// case constant_memory_copied_beside_a_launch
//   race table [look_up] [set]
CASE(constant_memory_copied_beside_a_launch) {
  const int host[32] = {};
  RUN_IN(new_stream(hipStreamNonBlocking), look_up, (1), (32), scratch<int>("to", 32));
  static_cast<void>(hipMemcpyToSymbol(table, host, sizeof host));  // [set]
}

// case constant_memory_copied_before_a_launch
CASE(constant_memory_copied_before_a_launch) {
  const int host[32] = {};
  static_cast<void>(hipMemcpyToSymbol(table, host, sizeof host));
  RUN_IN(new_stream(hipStreamNonBlocking), look_up, (1), (32), scratch<int>("to", 32));
}

// case constant_memory_copied_in_another_stream
//   race table [look_up] [set]
CASE(constant_memory_copied_in_another_stream) {
  int* const host = pinned("host", 32);
  RUN(fill, (1), (32), scratch<int>("to", 32));
  const hipStream_t other = new_stream(hipStreamNonBlocking);
  static_cast<void>(
      hipMemcpyToSymbolAsync(table, host, 128, 0, hipMemcpyHostToDevice, other));  // [set]
  RUN(look_up, (1), (32), scratch<int>("to", 32));
}

// case device_variable_copied_beside_a_launch
//   race state [keep] [take]
CASE(device_variable_copied_beside_a_launch) {
  int host[32];
  hipLaunchKernelGGL(keep, dim3(1), dim3(32), 0, new_stream(hipStreamNonBlocking));
  static_cast<void>(hipMemcpyFromSymbol(host, state, sizeof host));  // [take]
}

// case device_variable_copied_in_its_stream
CASE(device_variable_copied_in_its_stream) {
  int host[32];
  const hipStream_t stream = new_stream(hipStreamNonBlocking);
  hipLaunchKernelGGL(keep, dim3(1), dim3(32), 0, stream);
  static_cast<void>(
      hipMemcpyFromSymbolAsync(host, state, sizeof host, 0, hipMemcpyDeviceToHost, stream));
}

// case function_of_a_stream_beside_a_kernel
//   race host [function] [kernel_read]
CASE(function_of_a_stream_beside_a_kernel) {
  int* const host = pinned("host", 32);
  static_cast<void>(hipLaunchHostFunc(new_stream(hipStreamNonBlocking), set_all, host));
  RUN_IN(new_stream(hipStreamNonBlocking), copy, (1), (32), scratch<int>("to", 32), host);
}

// case function_of_a_stream_before_its_kernel
CASE(function_of_a_stream_before_its_kernel) {
  int* const host = pinned("host", 32);
  const hipStream_t stream = new_stream(hipStreamNonBlocking);
  static_cast<void>(hipLaunchHostFunc(stream, set_all, host));
  RUN_IN(stream, copy, (1), (32), scratch<int>("to", 32), host);
  static_cast<void>(hipLaunchHostFunc(stream, set_all, host));
}

// case function_of_a_stream_and_the_host
//   race host [function] [look]
CASE(function_of_a_stream_and_the_host) {
  int* const host = pinned("host", 32);
  static_cast<void>(hipLaunchHostFunc(new_stream(), set_all, host));
  seen = host[7];  // [look]
}

// case memory_of_a_pool_freed_too_early
//   race memory [kernel_write] [free]
CASE(memory_of_a_pool_freed_too_early) {
  const hipStream_t stream = new_stream(), other = new_stream(hipStreamNonBlocking);
  void* memory = nullptr;
  static_cast<void>(hipMallocAsync(&memory, 128, stream));
  named("memory", memory, 32);
  static_cast<void>(hipStreamWaitEvent(other, recorded_in(stream), 0));
  RUN_IN(other, fill, (1), (32), static_cast<int*>(memory));
  static_cast<void>(hipFreeAsync(memory, stream));  // [free]
}

// case memory_of_a_pool_freed_after_an_event
CASE(memory_of_a_pool_freed_after_an_event) {
  const hipStream_t stream = new_stream(), other = new_stream(hipStreamNonBlocking);
  void* memory = nullptr;
  static_cast<void>(hipMallocAsync(&memory, 128, stream));
  static_cast<void>(hipStreamWaitEvent(other, recorded_in(stream), 0));
  RUN_IN(other, fill, (1), (32), static_cast<int*>(memory));
  static_cast<void>(hipStreamWaitEvent(stream, recorded_in(other), 0));
  static_cast<void>(hipFreeAsync(memory, stream));
}

// case memory_of_a_pool_used_too_early
//   race memory [kernel_write] [take]
CASE(memory_of_a_pool_used_too_early) {
  const hipStream_t stream = new_stream(), other = new_stream(hipStreamNonBlocking);
  void* memory = nullptr;
  static_cast<void>(hipMallocAsync(&memory, 128, stream));  // [take]
  named("memory", memory, 32);
  RUN_IN(other, fill, (1), (32), static_cast<int*>(memory));
}

// case plain_free_waits_for_kernels
CASE(plain_free_waits_for_kernels) {
  int* const memory = scratch<int>("memory", 32);
  RUN_IN(new_stream(hipStreamNonBlocking), fill, (1), (32), memory);
  static_cast<void>(hipFree(memory));
}
