// Expectations of the programs in this folder: a program's exit code is how many were not met.
#pragma once

#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdio>
#include <vector>

inline int failures = 0;

#define EXPECT(condition)                                                 \
  do {                                                                    \
    if (!(condition)) {                                                   \
      std::printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                         \
    }                                                                     \
  } while (false)

#define EXPECT_OK(call) EXPECT((call) == hipSuccess)

inline bool near(double a, double b, double tolerance) { return std::fabs(a - b) <= tolerance; }

// An array on the device with the host's contents, and back.
template <typename T>
T* to_device(const std::vector<T>& values) {
  T* pointer = nullptr;
  EXPECT_OK(hipMalloc(&pointer, values.size() * sizeof(T)));
  EXPECT_OK(hipMemcpy(pointer, values.data(), values.size() * sizeof(T), hipMemcpyHostToDevice));
  return pointer;
}
template <typename T>
std::vector<T> to_host(const T* pointer, size_t count) {
  std::vector<T> values(count);
  EXPECT_OK(hipMemcpy(values.data(), pointer, count * sizeof(T), hipMemcpyDeviceToHost));
  return values;
}
template <typename T>
T* on_device(size_t count) {
  T* pointer = nullptr;
  EXPECT_OK(hipMalloc(&pointer, count * sizeof(T)));
  return pointer;
}
