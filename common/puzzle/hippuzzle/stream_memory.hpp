// Device memory for as long as some launches of a stream need it: scratch space of a launcher.
//
//   const StreamMemory scratch(bytes, stream);
//   if (scratch.error() != hipSuccess) return …;
//   // launches on the stream that use scratch.data()
//
// The stream allocates it before the work enqueued next and frees it after the work enqueued last,
// and waits for neither. On NVIDIA the driver keeps it for the next request, so that a repeated
// launch does not pay for it again.
#pragma once

#include <hip/hip_runtime.h>

#include <cstddef>
#include <cstdint>
#include <hippuzzle/platform.hpp>
#include <set>

namespace hippuzzle {

class StreamMemory {
 public:
  // Nothing is taken for 0 bytes.
  StreamMemory(std::size_t bytes, hipStream_t stream) : stream_(stream) {
    if (bytes != 0) error_ = take(bytes);
  }
  ~StreamMemory() {
    if (data_ != nullptr) give_back();
  }
  StreamMemory(const StreamMemory&) = delete;
  StreamMemory& operator=(const StreamMemory&) = delete;

  hipError_t error() const { return error_; }
  void* data() const { return data_; }  // aligned to 256 bytes; null for 0 bytes

 private:
#if HIPPUZZLE_PLATFORM_NVIDIA
  hipError_t take(std::size_t bytes) {
    cudaError_t error = keep_what_is_given_back();
    if (error == cudaSuccess) error = cudaMallocAsync(&data_, bytes, stream_);
    return hipCUDAErrorTohipError(error);
  }
  void give_back() { static_cast<void>(cudaFreeAsync(data_, stream_)); }

  // Sets the current device's pool to keep unused memory, which it usually returns whenever
  // somebody waits. Each device is asked once, by the one thread that launches.
  static cudaError_t keep_what_is_given_back() {
    static std::set<int> keeping;
    int device = 0;
    cudaMemPool_t pool{};
    std::uint64_t all = UINT64_MAX;
    cudaError_t error = cudaGetDevice(&device);
    if (error != cudaSuccess || keeping.count(device) != 0) return error;
    error = cudaDeviceGetDefaultMemPool(&pool, device);
    if (error == cudaSuccess)
      error = cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all);
    if (error == cudaSuccess) keeping.insert(device);
    return error;
  }
#else
  hipError_t take(std::size_t bytes) { return hipMalloc(&data_, bytes); }
  void give_back() { static_cast<void>(hipFree(data_)); }  // waits for the launches
#endif

  void* data_ = nullptr;
  [[maybe_unused]] hipStream_t stream_;  // only NVIDIA orders memory by streams
  hipError_t error_ = hipSuccess;
};

}  // namespace hippuzzle
