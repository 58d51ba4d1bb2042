// How the CPU platform runs a test's kernels: its warp size and number of OS threads for a scope,
// and the shapes of blocks that every test of threads goes through.
#pragma once

#include <hip/hip_runtime.h>
#include <hip_cpu/config.h>

#include <string>
#include <vector>

class WarpSize {
 public:
  explicit WarpSize(int lanes) { hip_cpu_set_warp_size(lanes); }
  ~WarpSize() { hip_cpu_set_warp_size(before_); }
  WarpSize(const WarpSize&) = delete;
  WarpSize& operator=(const WarpSize&) = delete;

 private:
  int before_ = hip_cpu_warp_size();
};

class OsThreads {
 public:
  explicit OsThreads(int count) { hip_cpu_set_thread_count(count); }
  ~OsThreads() { hip_cpu_set_thread_count(before_); }
  OsThreads(const OsThreads&) = delete;
  OsThreads& operator=(const OsThreads&) = delete;

 private:
  int before_ = hip_cpu_thread_count();
};

// One, two and three dimensions; less than a warp, exact warps, a partly filled last warp.
inline const std::vector<dim3> block_shapes = {
    dim3(1),       dim3(5),        dim3(32),      dim3(64),    dim3(70),
    dim3(1024),    dim3(16, 16),   dim3(7, 5),    dim3(33, 3), dim3(3, 3, 3),
    dim3(4, 5, 6), dim3(1, 1, 37), dim3(16, 8, 8)};

inline unsigned size_of(dim3 shape) { return shape.x * shape.y * shape.z; }

inline std::string text_of(dim3 shape) {
  return std::to_string(shape.x) + " x " + std::to_string(shape.y) + " x " +
         std::to_string(shape.z);
}

// A thread's number in its block, x fastest.
__device__ inline unsigned thread_number() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

// A block's number in its grid, x fastest.
__device__ inline unsigned block_number() {
  return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
}
