// hippuzzle's portable atomics: every operation for every type that it promises, under contention.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <algorithm>
#include <cmath>
#include <hippuzzle/atomic.hpp>
#include <limits>
#include <numeric>
#include <type_traits>

#include "tests/support/device_array.hpp"

namespace {

using namespace hippuzzle;

constexpr unsigned blocks = 24;
constexpr unsigned block_size = 96;
constexpr unsigned threads = blocks * block_size;

__device__ unsigned global_thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

template <typename T>
std::vector<T> sorted(std::vector<T> values) {
  std::sort(values.begin(), values.end());
  return values;
}

template <typename T>
std::vector<T> counted(std::size_t n, T first = 0) {
  std::vector<T> values(n);
  std::iota(values.begin(), values.end(), first);
  return values;
}

template <typename T>
class PortableAtomic : public testing::Test {};
using AllTypes = testing::Types<int, unsigned, long, unsigned long, long long, unsigned long long,
                                float, double>;
TYPED_TEST_SUITE(PortableAtomic, AllTypes);

template <typename T>
__global__ void add_and_subtract(T* counters, T* old_up, T* old_down) {
  old_up[global_thread()] = atomic_add(&counters[0], 1);
  old_down[global_thread()] = atomic_sub(&counters[1], 1);
}

TYPED_TEST(PortableAtomic, AddAndSubtractLoseNoUpdate) {
  using T = TypeParam;
  DeviceArray<T> counters(std::vector<T>{T(0), T(threads)}), up(threads), down(threads);
  hipLaunchKernelGGL(add_and_subtract<T>, dim3(blocks), dim3(block_size), 0, 0, counters.data(),
                     up.data(), down.data());
  EXPECT_EQ(counters.host(), (std::vector<T>{T(threads), T(0)}));
  EXPECT_EQ(sorted(up.host()), counted<T>(threads));
  EXPECT_EQ(sorted(down.host()), counted<T>(threads, T(1)));
}

// The values go down and up, across zero where the type has negative numbers.
template <typename T>
__global__ void extremes(T* result, T middle) {
  const T distance = T(global_thread() * 7919 % 2503);
  atomic_min(&result[0], T(middle - distance));
  atomic_max(&result[1], T(middle + distance));
}

TYPED_TEST(PortableAtomic, MinAndMaxFindTheExtremes) {
  using T = TypeParam;
  const T middle = std::is_signed_v<T> ? T(100) : T(5000);
  unsigned furthest = 0;
  for (unsigned i = 0; i < threads; ++i) furthest = std::max(furthest, i * 7919 % 2503);
  DeviceArray<T> result(2, middle);
  hipLaunchKernelGGL(extremes<T>, dim3(blocks), dim3(block_size), 0, 0, result.data(), middle);
  EXPECT_EQ(result.host(), (std::vector<T>{T(middle - T(furthest)), T(middle + T(furthest))}));
}

template <typename T>
__global__ void min_and_max_once(T* memory, T* old) {
  old[0] = atomic_min(&memory[0], 3);
  old[1] = atomic_max(&memory[0], 8);
  old[2] = atomic_min(&memory[0], 9);
  old[3] = atomic_max(&memory[0], 2);
}

TYPED_TEST(PortableAtomic, MinAndMaxReturnTheOldValue) {
  using T = TypeParam;
  DeviceArray<T> memory(1, T(5)), old(4);
  hipLaunchKernelGGL(min_and_max_once<T>, dim3(1), dim3(1), 0, 0, memory.data(), old.data());
  EXPECT_EQ(old.host(), (std::vector<T>{5, 3, 8, 8}));
  EXPECT_EQ(memory.host()[0], T(8));
}

template <typename T>
__global__ void exchange_number(T* slot, T* old) {
  old[global_thread()] = atomic_exchange(slot, T(global_thread() + 1));
}

TYPED_TEST(PortableAtomic, ExchangeHandsEveryValueToExactlyOneThread) {
  using T = TypeParam;
  DeviceArray<T> slot(1), old(threads);
  hipLaunchKernelGGL(exchange_number<T>, dim3(blocks), dim3(block_size), 0, 0, slot.data(),
                     old.data());
  std::vector<T> seen = old.host();
  seen.push_back(slot.host()[0]);
  EXPECT_EQ(sorted(seen), counted<T>(threads + 1));
}

template <typename T>
__global__ void add_by_exchanging(T* sum) {
  T seen = *static_cast<volatile T*>(sum);
  T assumed;
  do {
    assumed = seen;
    seen = atomic_compare_exchange(sum, assumed, T(assumed + 3));
  } while (seen != assumed);
}

TYPED_TEST(PortableAtomic, CompareExchangeLosesNoUpdate) {
  using T = TypeParam;
  DeviceArray<T> sum(1, T(1));
  hipLaunchKernelGGL(add_by_exchanging<T>, dim3(blocks), dim3(block_size), 0, 0, sum.data());
  EXPECT_EQ(sum.host()[0], T(3 * threads + 1));
}

template <typename T>
__global__ void block_total(T* totals) {
  __shared__ T total[2];
  if (threadIdx.x < 2) total[threadIdx.x] = 0;
  __syncthreads();
  atomic_add(&total[0], threadIdx.x);
  atomic_max(&total[1], threadIdx.x);
  __syncthreads();
  if (threadIdx.x < 2) totals[2 * blockIdx.x + threadIdx.x] = total[threadIdx.x];
}

TYPED_TEST(PortableAtomic, WorksInSharedMemory) {
  using T = TypeParam;
  DeviceArray<T> totals(2 * blocks);
  hipLaunchKernelGGL(block_total<T>, dim3(blocks), dim3(block_size), 0, 0, totals.data());
  std::vector<T> expected;
  for (unsigned b = 0; b < blocks; ++b) {
    expected.push_back(T(block_size * (block_size - 1) / 2));
    expected.push_back(T(block_size - 1));
  }
  EXPECT_EQ(totals.host(), expected);
}

template <typename T>
class PortableAtomicBits : public testing::Test {};
using IntegerTypes =
    testing::Types<int, unsigned, long, unsigned long, long long, unsigned long long>;
TYPED_TEST_SUITE(PortableAtomicBits, IntegerTypes);

template <typename T>
__global__ void one_bit_each(T* cleared, T* set, T* flipped) {
  constexpr unsigned width = 8 * sizeof(T);
  const unsigned i = global_thread();
  const T bit = static_cast<T>(1ull << (i % width));
  atomic_and(&cleared[i / width], T(~bit));
  atomic_or(&set[i / width], bit);
  atomic_xor(&flipped[i / width], bit);
}

TYPED_TEST(PortableAtomicBits, TouchOnlyTheirOwn) {
  using T = TypeParam;
  constexpr unsigned words = threads / (8 * sizeof(T));
  const T all = static_cast<T>(~0ull);
  const T pattern = static_cast<T>(0x123456789abcdef0ull);
  DeviceArray<T> cleared(words, all), set(words), flipped(words, pattern);
  hipLaunchKernelGGL(one_bit_each<T>, dim3(blocks), dim3(block_size), 0, 0, cleared.data(),
                     set.data(), flipped.data());
  EXPECT_EQ(cleared.host(), std::vector<T>(words, T(0)));
  EXPECT_EQ(set.host(), std::vector<T>(words, all));
  EXPECT_EQ(flipped.host(), std::vector<T>(words, T(~pattern)));
}

template <typename T>
class PortableAtomicFloat : public testing::Test {};
using FloatTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(PortableAtomicFloat, FloatTypes);

template <typename T>
__global__ void offer(T* memory, const T* values) {
  atomic_min(&memory[0], values[threadIdx.x]);
  atomic_max(&memory[1], values[threadIdx.x]);
}

TYPED_TEST(PortableAtomicFloat, MinAndMaxIgnoreNan) {
  using T = TypeParam;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  DeviceArray<T> memory(2, T(1)), values(std::vector<T>{nan, -2, nan, 4, nan});
  hipLaunchKernelGGL(offer<T>, dim3(1), dim3(5), 0, 0, memory.data(), values.data());
  EXPECT_EQ(memory.host(), (std::vector<T>{-2, 4}));
}

TYPED_TEST(PortableAtomicFloat, MinAndMaxOrderNegativeAndInfiniteValues) {
  using T = TypeParam;
  const T infinity = std::numeric_limits<T>::infinity();
  DeviceArray<T> memory(2, T(-1)), values(std::vector<T>{-2, -infinity, -3, infinity});
  hipLaunchKernelGGL(offer<T>, dim3(1), dim3(4), 0, 0, memory.data(), values.data());
  EXPECT_EQ(memory.host(), (std::vector<T>{-infinity, infinity}));
}

template <typename T>
__global__ void exchange_special(T* memory, T nan) {
  atomic_compare_exchange(&memory[0], nan, T(1));
  atomic_compare_exchange(&memory[1], T(0), T(1));
}

TYPED_TEST(PortableAtomicFloat, CompareExchangeComparesBits) {
  using T = TypeParam;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  DeviceArray<T> memory(std::vector<T>{nan, T(-0.0)});
  hipLaunchKernelGGL(exchange_special<T>, dim3(1), dim3(1), 0, 0, memory.data(), nan);
  EXPECT_EQ(memory.host()[0], T(1));
  EXPECT_TRUE(memory.host()[1] == 0 && std::signbit(memory.host()[1]));
}

}  // namespace
