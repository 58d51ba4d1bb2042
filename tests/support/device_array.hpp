// An array in device memory for tests: it owns the memory, starts from host values and gives them
// back.
#pragma once

#include <hip/hip_runtime.h>

#include <cstddef>
#include <hippuzzle/hip_check.hpp>
#include <vector>

template <typename T>
class DeviceArray {
 public:
  explicit DeviceArray(const std::vector<T>& values) : size_(values.size()) {
    void* memory = nullptr;
    HIP_CHECK(hipMalloc(&memory, bytes()));
    data_ = static_cast<T*>(memory);
    HIP_CHECK(hipMemcpy(data_, values.data(), bytes(), hipMemcpyHostToDevice));
  }
  explicit DeviceArray(std::size_t size, const T& value = {})
      : DeviceArray(std::vector<T>(size, value)) {}
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { (void)hipFree(data_); }

  T* data() { return data_; }

  // The values after every launch so far; throws the error of a failed launch.
  std::vector<T> host() const {
    HIP_CHECK(hipGetLastError());
    HIP_CHECK(hipDeviceSynchronize());
    std::vector<T> values(size_);
    HIP_CHECK(hipMemcpy(values.data(), data_, bytes(), hipMemcpyDeviceToHost));
    return values;
  }

 private:
  std::size_t bytes() const { return size_ * sizeof(T); }

  T* data_ = nullptr;
  std::size_t size_;
};
