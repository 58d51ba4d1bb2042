// What hipLaunchKernelGGL does with kernels and arguments.
#include <gtest/gtest.h>

#include "tests/platform/settings.hpp"
#include "tests/support/device_array.hpp"

namespace {

__global__ void store_converted(double* out, double from_int, float from_double, char from_long) {
  out[0] = from_int;
  out[1] = from_double;
  out[2] = from_long;
}

TEST(Launch, ArgumentsBecomeTheParametersTypes) {
  DeviceArray<double> out(3);
  hipLaunchKernelGGL(store_converted, 1, 1, 0, 0, out.data(), 7, 0.1, 65L);
  EXPECT_EQ(out.host(), (std::vector<double>{7.0, 0.1f, 65.0}));
}

__global__ void null_is_null(int* out, const float* nothing) { *out = nothing == nullptr; }

TEST(Launch, LiteralNullsAreAccepted) {
  DeviceArray<int> out(1);
  hipLaunchKernelGGL(null_is_null, dim3(1), dim3(1), 0, 0, out.data(), 0);
  EXPECT_EQ(out.host()[0], 1);
}

struct Pair {
  int first;
  double second[3];
};

// Changes its parameter; the next thread's copy must be the launch's.
__global__ void spoil_parameter(double* out, Pair pair) {
  out[thread_number()] = pair.first + pair.second[2];
  pair.first = -1;
  pair.second[2] = -1;
  __syncthreads();
  out[thread_number()] += pair.first;
}

TEST(Launch, EveryThreadHasItsOwnCopies) {
  DeviceArray<double> out(300);
  hipLaunchKernelGGL(spoil_parameter, dim3(1), dim3(300), 0, nullptr, out.data(),
                     Pair{3, {0, 0, 0.5}});
  EXPECT_EQ(out.host(), std::vector<double>(300, 2.5));
}

template <typename T, int factor>
__global__ void scale(T* values) {
  values[threadIdx.x] *= factor;
}

TEST(Launch, TemplatesAreNamedWithTheirArguments) {
  DeviceArray<int> values(8, 2);
  hipLaunchKernelGGL(HIP_KERNEL_NAME(scale<int, 5>), dim3(1), dim3(8), 0, nullptr, values.data());
  hipLaunchKernelGGL((scale<int, 3>), dim3(1), dim3(8), 0, nullptr, values.data());
  EXPECT_EQ(values.host(), std::vector<int>(8, 30));
}

TEST(Launch, AKernelMayBeAPointerVariable) {
  DeviceArray<int> values(8, 2);
  void (*const kernels[])(int*) = {scale<int, 2>, scale<int, 7>};
  for (void (*kernel)(int*) : kernels)
    hipLaunchKernelGGL(kernel, dim3(1), dim3(8), 0, nullptr, values.data());
  EXPECT_EQ(values.host(), std::vector<int>(8, 28));
}

__device__ int runs;
__global__ void run_once() { ++runs; }

TEST(Launch, AKernelMayHaveNoParameters) {
  runs = 0;
  hipLaunchKernelGGL(run_once, dim3(1), dim3(1), 0, nullptr);
  EXPECT_EQ(hipGetLastError(), hipSuccess);
  EXPECT_EQ(runs, 1);
}

// About 40 KiB of locals that live across a barrier, with a fiber for every thread.
__global__ void use_deep_stack(int* out) {
  volatile int locals[10000];
  for (int i = 0; i < 10000; ++i) locals[i] = i;
  __syncthreads();
  out[thread_number()] = locals[thread_number()] + locals[9999];
}

TEST(Launch, ThreadsHaveRoomForLocals) {
  DeviceArray<int> out(64);
  hipLaunchKernelGGL(use_deep_stack, dim3(1), dim3(64), 0, nullptr, out.data());
  const std::vector<int> seen = out.host();
  for (int thread = 0; thread < 64; ++thread) EXPECT_EQ(seen[thread], thread + 9999);
}

__global__ void launch_inside(int* error) {
  hipLaunchKernelGGL(run_once, dim3(1), dim3(1), 0, nullptr);
  *error = hipGetLastError();
}

TEST(Launch, InsideAKernelIsNotSupported) {
  DeviceArray<int> error(1);
  runs = 0;
  hipLaunchKernelGGL(launch_inside, dim3(1), dim3(1), 0, nullptr, error.data());
  EXPECT_EQ(error.host()[0], hipErrorNotSupported);
  EXPECT_EQ(runs, 0);
}

}  // namespace
