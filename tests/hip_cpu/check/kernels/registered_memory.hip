// Memory of the host that hipHostRegister has made a kernel's.
#include "tests/hip_cpu/check/case.hpp"

// A copy of the heap that kernels may use, of which the first part is registered.
static int* registered(std::size_t count, std::size_t registered_count) {
  int* const host = new int[count]();
  static_cast<void>(hipHostRegister(host, registered_count * sizeof(int), hipHostRegisterMapped));
  int* device = nullptr;
  static_cast<void>(hipHostGetDevicePointer(reinterpret_cast<void**>(&device), host, 0));
  return device;
}

__global__ void add_one(int* to, const int* from) {
  to[threadIdx.x + blockIdx.x * blockDim.x] += from[threadIdx.x] + 1;
}

// case adds_in_registered_memory
CASE(adds_in_registered_memory) {
  int* const memory = registered(64, 64);
  RUN(add_one, (1), (64), memory, input<int>("from", 64));
  if (memory[5] != 6) __builtin_abort();
}

// A launch that runs again begins with the same memory.
// case adds_in_registered_memory_in_every_order
__global__ void add_and_count(int* to, unsigned* count) {
  to[threadIdx.x + blockIdx.x * blockDim.x] += 1;
  atomicAdd(count, 1u);
}
CASE(adds_in_registered_memory_in_every_order) {
  hip_cpu_checker.run_schedules(3, 1);
  int* const memory = registered(8192, 8192);
  RUN(add_and_count, (32), (256), memory, zeros<unsigned>("count", 1));
  for (int i = 0; i < 8192; ++i)
    if (memory[i] != 1) __builtin_abort();
}

// case past_the_end_of_registered_memory
//   wild-pointer - [past]
__global__ void fill(int* to) { to[threadIdx.x] = 1; }  // [past]
CASE(past_the_end_of_registered_memory) { RUN(fill, (1), (64), registered(64, 40)); }

// case memory_that_is_not_registered_any_more
//   wild-pointer - [write]
__global__ void fill_again(int* to) { to[threadIdx.x] = 1; }  // [write]
CASE(memory_that_is_not_registered_any_more) {
  int* const memory = registered(64, 64);
  RUN(fill_again, (1), (64), memory);
  static_cast<void>(hipHostUnregister(memory));
  RUN(fill_again, (1), (64), memory);
}
