// Common code of the golden suite's kernels. Each is a case of its own:
//
//   // case name
//   //   rule array [tag] [other]     one line for each finding that must come, and no other
//   //   64: rule array [tag]         in warps of 64 lanes only; 32: in warps of 32 lanes only
//   //   reversed: rule array [tag]   with blocks and threads in reverse order only;
//   //   numbered: rule array [tag]   in the order of their numbers only
//   //   = …                          a count of run_case; with one such line, all must be listed
//   __global__ void name(…) { …  // [tag] marks the line that the finding must name;
//                                a tag before the first case belongs to all of them
//   CASE(name) { … }                  launches it
//
// A case without such lines is a right kernel. An array without a name is written -.
//
#pragma once

#include <hip/hip_runtime.h>
#include <hip_cpu/check.h>

#include <cstddef>
#include <initializer_list>
#include <vector>

#define CASE(name) extern "C" __attribute__((visibility("default"))) void case_##name()

#define RUN(kernel, grid, block, ...) \
  hipLaunchKernelGGL(kernel, dim3 grid, dim3 block, 0, nullptr, __VA_ARGS__)
#define RUN_SHARED(kernel, grid, block, bytes, ...) \
  hipLaunchKernelGGL(kernel, dim3 grid, dim3 block, bytes, nullptr, __VA_ARGS__)

// A hip_cpu_limit, most of which have no least.
struct Limit {
  hip_cpu_counted what;
  bool in_all;
  unsigned long long most, least = 0;
};

// Holds the launches that follow to these.
inline void limit(std::initializer_list<Limit> limits) {
  std::vector<hip_cpu_limit> all;
  for (const Limit& one : limits) all.push_back({one.what, one.in_all, one.most, one.least});
  hip_cpu_checker.count(1, all.data(), static_cast<unsigned>(all.size()));
}

// Checks at most that many blocks of each launch that follows.
inline void sample(unsigned most, bool runs_others = false) {
  hip_cpu_block_sample asked = {};
  asked.most = most;
  asked.seed = 1;
  asked.runs_others = runs_others;
  hip_cpu_checker.sample_blocks(&asked);
}

// Device memory with a name. Never freed, unless a case is about that.
template <typename T>
T* allocate(const char* name, std::size_t count, bool is_output) {
  void* pointer = nullptr;
  static_cast<void>(hipMalloc(&pointer, count * sizeof(T)));
  const hip_cpu_array array = {pointer, count * sizeof(T), name, is_output};
  hip_cpu_checker.describe(&array);
  return static_cast<T*>(pointer);
}

// 0, 1, 2, …
template <typename T>
T* input(const char* name, std::size_t count) {
  T* device = allocate<T>(name, count, false);
  std::vector<T> host(count);
  for (std::size_t i = 0; i < count; ++i) host[i] = static_cast<T>(i);
  static_cast<void>(hipMemcpy(device, host.data(), count * sizeof(T), hipMemcpyHostToDevice));
  return device;
}

template <typename T>
T* zeros(const char* name, std::size_t count) {
  T* device = allocate<T>(name, count, false);
  static_cast<void>(hipMemset(device, 0, count * sizeof(T)));
  return device;
}

// Every element must be written.
template <typename T>
T* output(const char* name, std::size_t count) {
  return allocate<T>(name, count, true);
}

// Unwritten memory, which nobody needs to write.
template <typename T>
T* scratch(const char* name, std::size_t count) {
  return allocate<T>(name, count, false);
}
