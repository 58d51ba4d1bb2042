// __shared__ and extern __shared__: one copy a block, seen by all its threads, used by no other.
#include <gtest/gtest.h>

#include <cstdint>

#include "tests/hip_cpu/platform/settings.hpp"
#include "tests/support/device_array.hpp"

namespace {

__global__ void reverse_static(int* values) {
  __shared__ int copy[256];
  const unsigned first = blockIdx.x * blockDim.x;
  copy[threadIdx.x] = values[first + threadIdx.x];
  __syncthreads();
  values[first + threadIdx.x] = copy[blockDim.x - 1 - threadIdx.x];
}

std::vector<int> counted(unsigned count) {
  std::vector<int> values(count);
  for (unsigned i = 0; i < count; ++i) values[i] = static_cast<int>(i);
  return values;
}

std::vector<int> reversed_by_block(unsigned blocks, unsigned threads) {
  std::vector<int> values(blocks * threads);
  for (unsigned i = 0; i < values.size(); ++i)
    values[i] = static_cast<int>(i / threads * threads + threads - 1 - i % threads);
  return values;
}

TEST(SharedMemory, EveryBlockHasItsOwn) {
  DeviceArray<int> values(counted(100 * 256));
  hipLaunchKernelGGL(reverse_static, dim3(100), dim3(256), 0, nullptr, values.data());
  EXPECT_EQ(values.host(), reversed_by_block(100, 256));
}

__global__ void reverse_dynamic(int* values) {
  extern __shared__ int dynamic_copy[];
  const unsigned first = blockIdx.x * blockDim.x;
  dynamic_copy[threadIdx.x] = values[first + threadIdx.x];
  __syncthreads();
  values[first + threadIdx.x] = dynamic_copy[blockDim.x - 1 - threadIdx.x];
}

TEST(SharedMemory, ExternArraysHaveTheSizeOfTheLaunch) {
  for (const unsigned threads : {1u, 64u, 1000u}) {
    DeviceArray<int> values(counted(50 * threads));
    hipLaunchKernelGGL(reverse_dynamic, dim3(50), dim3(threads), threads * sizeof(int), nullptr,
                       values.data());
    EXPECT_EQ(values.host(), reversed_by_block(50, threads));
  }
}

__global__ void fill_whole_dynamic(unsigned char* last, unsigned bytes) {
  extern __shared__ unsigned char whole[];
  for (unsigned i = threadIdx.x; i < bytes; i += blockDim.x)
    whole[i] = static_cast<unsigned char>(i * 7);
  __syncthreads();
  if (threadIdx.x == 0) *last = whole[bytes - 1];
}

TEST(SharedMemory, ExternArraysReach64KiB) {
  constexpr unsigned bytes = 64 * 1024;
  DeviceArray<unsigned char> last(1);
  hipLaunchKernelGGL(fill_whole_dynamic, dim3(1), dim3(64), bytes, nullptr, last.data(), bytes);
  EXPECT_EQ(last.host()[0], static_cast<unsigned char>((bytes - 1) * 7));
}

namespace nested {

__global__ void same_memory(std::uintptr_t* addresses) {
  extern __shared__ float floats[];
  extern __shared__ double doubles[];
  addresses[0] = reinterpret_cast<std::uintptr_t>(floats);
  addresses[1] = reinterpret_cast<std::uintptr_t>(doubles);
}

}  // namespace nested

TEST(SharedMemory, SeveralExternNamesAreOneMemory) {
  DeviceArray<std::uintptr_t> addresses(2);
  hipLaunchKernelGGL(nested::same_memory, dim3(1), dim3(1), 256, nullptr, addresses.data());
  const std::vector<std::uintptr_t> seen = addresses.host();
  EXPECT_NE(seen[0], 0u);
  EXPECT_EQ(seen[0], seen[1]);
  EXPECT_EQ(seen[0] % 64, 0u);
}

template <typename T>
__global__ void sum_in_template(T* out) {
  HIP_DYNAMIC_SHARED(unsigned char, bytes)
  __shared__ T offset;
  T* values = reinterpret_cast<T*>(bytes);
  if (threadIdx.x == 0) offset = T(1000);
  values[threadIdx.x] = T(threadIdx.x);
  __syncthreads();
  if (threadIdx.x != 0) return;
  T sum = offset;
  for (unsigned i = 0; i < blockDim.x; ++i) sum += values[i];
  *out = sum;
}

TEST(SharedMemory, StaticAndExternArraysOfATemplateAreApart) {
  DeviceArray<double> doubles(1);
  hipLaunchKernelGGL(sum_in_template<double>, dim3(1), dim3(100), 100 * sizeof(double), nullptr,
                     doubles.data());
  EXPECT_EQ(doubles.host()[0], 5950.0);
  DeviceArray<int> ints(1);
  hipLaunchKernelGGL(sum_in_template<int>, dim3(1), dim3(100), 100 * sizeof(int), nullptr,
                     ints.data());
  EXPECT_EQ(ints.host()[0], 5950);
}

__device__ int* counter_of_block() {
  __shared__ int counter;
  return &counter;
}

__global__ void count_in_function(int* out) {
  if (thread_number() == 0) *counter_of_block() = 0;
  __syncthreads();
  atomicAdd(counter_of_block(), 1);
  __syncthreads();
  out[block_number()] = *counter_of_block();
}

TEST(SharedMemory, AVariableOfADeviceFunctionIsTheBlocks) {
  DeviceArray<int> out(30);
  hipLaunchKernelGGL(count_in_function, dim3(5, 6), dim3(10, 5), 0, nullptr, out.data());
  EXPECT_EQ(out.host(), std::vector<int>(30, 50));
}

}  // namespace
