// The vendor's library of collectives, NCCL or RCCL, opened at run time; both have the same
// functions.
#pragma once

#include <dlfcn.h>
#include <hip/hip_runtime.h>
#include <hippuzzle/device.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <hippuzzle/platform.hpp>
#include <string>
#include <vector>

namespace hippuzzle {

class Collectives {
 public:
  // Collectives of the devices, each with a stream. Then either name() or why_not() says something.
  explicit Collectives(std::vector<hippuzzle_device_stream> devices)
      : devices_(std::move(devices)) {
    open();
  }

  const std::string& name() const { return name_; }
  const std::string& why_not() const { return why_not_; }

  // `bytes` counts the whole, on each device; seconds of one, by the host's clock.
  hipError_t time(hippuzzle_collective what, uint64_t bytes, uint32_t repeats, double* seconds) {
    const hipError_t error = make_room(bytes);
    if (error != hipSuccess) return error;
    if (!enqueue(what, bytes)) return hipErrorUnknown;  // once, as the first is slower
    if (const hipError_t waited = wait(); waited != hipSuccess) return waited;
    const auto begin = std::chrono::steady_clock::now();
    for (uint32_t i = 0; i < repeats; ++i)
      if (!enqueue(what, bytes)) return hipErrorUnknown;
    const hipError_t waited = wait();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    *seconds = taken.count() / repeats;
    return waited;
  }

 private:
  using Communicator = void*;
  static constexpr int float32 = 7, sum = 0;  // ncclFloat32, ncclSum

  template <class Function>
  bool find(Function*& function, const char* symbol) {
    function = reinterpret_cast<Function*>(dlsym(library_, symbol));
    if (function == nullptr && why_not_.empty())
      why_not_ = std::string(file_) + " lacks the function " + symbol;
    return function != nullptr;
  }

  void open() {
    constexpr bool is_nvidia = HIPPUZZLE_PLATFORM_NVIDIA, is_amd = HIPPUZZLE_PLATFORM_AMD;
    if (!is_nvidia && !is_amd) {
      why_not_ = "the CPU platform has no library of collectives";
      return;
    }
    file_ = is_nvidia ? "libnccl.so.2" : "librccl.so.1";
    library_ = dlopen(file_, RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) {
      why_not_ = std::string(file_) + " cannot be opened; install " +
                 (is_nvidia ? "NCCL" : "RCCL") + ", or put its folder into LD_LIBRARY_PATH";
      return;
    }
    int (*version)(int*) = nullptr;
    int (*init)(Communicator*, int, const int*) = nullptr;
    if (!find(version, "ncclGetVersion") || !find(init, "ncclCommInitAll") ||
        !find(begin_, "ncclGroupStart") || !find(end_, "ncclGroupEnd") ||
        !find(all_reduce_, "ncclAllReduce") || !find(all_gather_, "ncclAllGather"))
      return;
    std::vector<int> numbers;
    for (const hippuzzle_device_stream& device : devices_) numbers.push_back(device.device);
    communicators_.resize(devices_.size());
    if (init(communicators_.data(), static_cast<int>(numbers.size()), numbers.data()) != 0) {
      why_not_ = std::string(file_) + " cannot use these devices together (ncclCommInitAll)";
      return;
    }
    int number = 0;
    version(&number);
    char text[64];
    std::snprintf(text, sizeof text, "%s %d.%d.%d", is_nvidia ? "NCCL" : "RCCL", number / 10000,
                  number / 100 % 100, number % 100);
    name_ = text;
  }

  hipError_t make_room(uint64_t bytes) {
    if (bytes <= room_) return hipSuccess;
    buffers_.resize(devices_.size());
    for (size_t i = 0; i < devices_.size(); ++i) {
      hipError_t error = hipSetDevice(devices_[i].device);
      if (buffers_[i] != nullptr) (void)hipFree(buffers_[i]);
      buffers_[i] = nullptr;
      if (error == hipSuccess) error = hipMalloc(&buffers_[i], bytes);
      if (error == hipSuccess) error = hipMemset(buffers_[i], 0, bytes);
      if (error != hipSuccess) return error;
    }
    room_ = bytes;
    return hipSuccess;
  }

  bool enqueue(hippuzzle_collective what, uint64_t bytes) {
    const size_t elements = bytes / sizeof(float);
    bool is_well = begin_() == 0;
    for (size_t i = 0; i < devices_.size() && is_well; ++i) {
      auto* const data = static_cast<float*>(buffers_[i]);
      if (what == HIPPUZZLE_ALL_REDUCE) {
        is_well = all_reduce_(data, data, elements, float32, sum, communicators_[i],
                              devices_[i].stream) == 0;
      } else {
        const size_t share = elements / devices_.size();
        is_well = all_gather_(data + i * share, data, share, float32, communicators_[i],
                              devices_[i].stream) == 0;
      }
    }
    return end_() == 0 && is_well;
  }

  hipError_t wait() const {
    for (const hippuzzle_device_stream& device : devices_) {
      const hipError_t error = hipStreamSynchronize(static_cast<hipStream_t>(device.stream));
      if (error != hipSuccess) return error;
    }
    return hipSuccess;
  }

  std::vector<hippuzzle_device_stream> devices_;
  const char* file_ = "";
  void* library_ = nullptr;
  std::string name_, why_not_;
  std::vector<Communicator> communicators_;
  std::vector<void*> buffers_;
  uint64_t room_ = 0;
  int (*begin_)() = nullptr;
  int (*end_)() = nullptr;
  int (*all_reduce_)(const void*, void*, size_t, int, int, Communicator, void*) = nullptr;
  int (*all_gather_)(const void*, void*, size_t, int, Communicator, void*) = nullptr;
};

}  // namespace hippuzzle
