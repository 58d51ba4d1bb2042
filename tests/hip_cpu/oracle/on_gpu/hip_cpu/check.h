// Replaces the CPU platform's checker when the golden suite is compiled for a GPU. Prints the
// addresses of arrays, and reads outputs back, so that a tool that observes the program knows them.
#pragma once

#include <hip/hip_runtime.h>

#include <cstddef>
#include <cstdio>
#include <utility>
#include <vector>

struct hip_cpu_array {
  void* begin;
  std::size_t bytes;
  const char* name;
  int is_output;
};

enum hip_cpu_counted {
  HIP_CPU_GLOBAL_READS,
  HIP_CPU_GLOBAL_WRITES,
  HIP_CPU_GLOBAL_ATOMICS,
  HIP_CPU_SHARED_READS,
  HIP_CPU_SHARED_WRITES,
  HIP_CPU_BARRIERS,
  HIP_CPU_WARP_OPERATIONS,
  HIP_CPU_ATOMICS,
  HIP_CPU_ASYNC_COPY_BYTES,
  HIP_CPU_OPEN_GROUP_READS,
  HIP_CPU_BANK_CONFLICTS,
  HIP_CPU_GLOBAL_SECTORS,
  HIP_CPU_GLOBAL_REQUESTS,
  HIP_CPU_MATRIX_OPERATIONS,
  HIP_CPU_SHARED_BYTES
};

struct hip_cpu_limit {
  hip_cpu_counted what;
  int in_all;
  unsigned long long most, least;
};

struct hip_cpu_block_sample {
  unsigned long long most, seed;
  unsigned is_one, one[3], runs_others;
};

class GpuArrays {
 public:
  void describe(const hip_cpu_array* array) {
    std::printf("array %s %llu %zu\n", array->name,
                reinterpret_cast<unsigned long long>(array->begin), array->bytes);
    std::fflush(stdout);
    if (array->is_output != 0) outputs_.emplace_back(array->begin, array->bytes);
  }
  void count(int, const hip_cpu_limit*, unsigned) {}
  void sample_blocks(const hip_cpu_block_sample*) {}  // a GPU runs all

  hipError_t finish() {
    hipError_t error = hipDeviceSynchronize();
    for (const auto& [begin, bytes] : outputs_) {
      std::vector<char> host(bytes);
      const hipError_t copied = hipMemcpy(host.data(), begin, bytes, hipMemcpyDeviceToHost);
      if (error == hipSuccess) error = copied;
    }
    return error;
  }

 private:
  std::vector<std::pair<void*, std::size_t>> outputs_;
};

inline GpuArrays hip_cpu_checker;

// Called when the case is over: the runtime's message about it.
extern "C" __attribute__((visibility("default"))) inline const char* finish_case() {
  return hipGetErrorString(hip_cpu_checker.finish());
}
// An inline function is emitted where it is used.
__attribute__((used)) inline const char* (*const keep_finish_case)() = finish_case;

// CUDA has neither in kernels; HIP turns abort() into a trap.
namespace std {
__device__ inline void abort_on_gpu() { __trap(); }
}  // namespace std
#define abort abort_on_gpu
#define __builtin_trap __trap
