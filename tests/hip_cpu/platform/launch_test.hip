// hipLaunchKernelGGL with all kinds of kernels and arguments.
#include <gtest/gtest.h>

#include "tests/hip_cpu/platform/settings.hpp"
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

__global__ void overloaded(int* out) { *out = 1; }
__global__ void overloaded(float* out) { *out = 2; }

TEST(Launch, OverloadsFollowFromTheArguments) {
  DeviceArray<int> ints(1);
  DeviceArray<float> floats(1);
  hipLaunchKernelGGL(overloaded, 1, 1, 0, nullptr, ints.data());
  HIP_CPU_KERNEL(overloaded).configure(1, 1)(floats.data());
  EXPECT_EQ(ints.host()[0], 1);
  EXPECT_EQ(floats.host()[0], 2);
}

template <typename T>
__global__ void fill_deduced(T* out, T value) {
  out[threadIdx.x] = value;
}

template <typename T>
void fill_from_template(T* out) {
  HIP_CPU_KERNEL(fill_deduced).configure(1, 2)(out, T(3));
  HIP_CPU_KERNEL(fill_deduced<T>).configure(1, 1)(out, 4);
}

TEST(Launch, TemplateArgumentsFollowFromTheCalls) {
  DeviceArray<long> values(2);
  fill_from_template(values.data());
  EXPECT_EQ(values.host(), (std::vector<long>{4, 3}));
}

__global__ void with_default(int* out, int value = 9) { *out = value; }

TEST(Launch, ParametersKeepTheirDefaults) {
  DeviceArray<int> out(1);
  HIP_CPU_KERNEL(with_default).configure(1, 1)(out.data());
  EXPECT_EQ(out.host()[0], 9);
}

TEST(Launch, BracesBecomeParameters) {
  DeviceArray<double> out(1);
  HIP_CPU_KERNEL(spoil_parameter).configure(1, 1)(out.data(), {3, {0, 0, 0.5}});
  EXPECT_EQ(out.host()[0], 2.5);
}

TEST(Launch, LambdasAndPointersAreKernels) {
  DeviceArray<int> out(2);
  const int seven = 7;
  const auto kernel = [=](int* to) { to[threadIdx.x] = seven; };
  HIP_CPU_KERNEL(kernel).configure(1, 2)(out.data());
  EXPECT_EQ(out.host(), (std::vector<int>{7, 7}));
  void (*const table[])(int*) = {overloaded};
  HIP_CPU_KERNEL(table[0]).configure(1, 1)(out.data());
  EXPECT_EQ(out.host(), (std::vector<int>{1, 7}));
}

TEST(Launch, FunctionsTakeArgumentsByAddress) {
  DeviceArray<int> out(2);
  int* to = out.data();
  int value = 5;
  void* arguments[] = {&to, &value};
  EXPECT_EQ(hipLaunchKernel(fill_deduced<int>, dim3(1), dim3(2), arguments, 0, nullptr),
            hipSuccess);
  EXPECT_EQ(out.host(), (std::vector<int>{5, 5}));
  value = 6;
  EXPECT_EQ(hipLaunchCooperativeKernel(fill_deduced<int>, dim3(1), dim3(1), arguments), hipSuccess);
  EXPECT_EQ(out.host(), (std::vector<int>{6, 5}));
  EXPECT_EQ(hipLaunchCooperativeKernel(fill_deduced<int>, dim3(2), dim3(1), nullptr),
            hipErrorInvalidValue);
  EXPECT_EQ(hipLaunchKernel(fill_deduced<int>, dim3(1), dim3(2000), arguments),
            hipErrorInvalidConfiguration);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidConfiguration);
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
  testing::internal::CaptureStderr();
  hipLaunchKernelGGL(launch_inside, dim3(1), dim3(1), 0, nullptr, error.data());
  EXPECT_NE(testing::internal::GetCapturedStderr().find("a kernel launches run_once"),
            std::string::npos);
  EXPECT_EQ(error.host()[0], hipErrorNotSupported);
  EXPECT_EQ(runs, 0);
}

}  // namespace
