// HIP's atomic functions under contention between the threads of many blocks. No update may be
// lost, and every old value must be a value that was really there.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <algorithm>
#include <hippuzzle/platform.hpp>
#include <numeric>
#include <type_traits>

#include "tests/support/device_array.hpp"

namespace {

constexpr unsigned blocks = 40;
constexpr unsigned block_size = 96;
constexpr unsigned threads = blocks * block_size;

__device__ unsigned global_thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

template <typename T>
std::vector<T> sorted(std::vector<T> values) {
  std::sort(values.begin(), values.end());
  return values;
}

// first, first + 1, …
template <typename T>
std::vector<T> counted(std::size_t n, T first = 0) {
  std::vector<T> values(n);
  std::iota(values.begin(), values.end(), first);
  return values;
}

template <typename T>
class AtomicAdd : public testing::Test {};
using AddTypes = testing::Types<int, unsigned, unsigned long long, float, double>;
TYPED_TEST_SUITE(AtomicAdd, AddTypes);

template <typename T>
__global__ void add_one(T* counter, T* old) {
  old[global_thread()] = atomicAdd(counter, T(1));
}

TYPED_TEST(AtomicAdd, LosesNoUpdateAndReturnsEachOldValueOnce) {
  DeviceArray<TypeParam> counter(1), old(threads);
  hipLaunchKernelGGL(add_one<TypeParam>, dim3(blocks), dim3(block_size), 0, 0, counter.data(),
                     old.data());
  EXPECT_EQ(counter.host()[0], TypeParam(threads));
  EXPECT_EQ(sorted(old.host()), counted<TypeParam>(threads));
}

// Long enough for the OS threads of the CPU platform to meet, and exact in a float.
constexpr unsigned many_blocks = 1500;
constexpr unsigned adds = 100;

template <typename T>
__global__ void add_many(T* counter) {
  for (unsigned i = 0; i < adds; ++i) atomicAdd(counter, T(1));
}

TYPED_TEST(AtomicAdd, LosesNoUpdateInALongLaunch) {
  DeviceArray<TypeParam> counter(1);
  hipLaunchKernelGGL(add_many<TypeParam>, dim3(many_blocks), dim3(block_size), 0, 0,
                     counter.data());
  EXPECT_EQ(counter.host()[0], TypeParam(many_blocks * block_size * adds));
}

template <typename T>
__global__ void add_in_shared_memory(T* totals) {
  __shared__ T total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  atomicAdd(&total, T(threadIdx.x));
  __syncthreads();
  if (threadIdx.x == 0) totals[blockIdx.x] = total;
}

TYPED_TEST(AtomicAdd, WorksInSharedMemory) {
  DeviceArray<TypeParam> totals(blocks);
  hipLaunchKernelGGL(add_in_shared_memory<TypeParam>, dim3(blocks), dim3(block_size), 0, 0,
                     totals.data());
  EXPECT_EQ(totals.host(),
            std::vector<TypeParam>(blocks, TypeParam(block_size * (block_size - 1) / 2)));
}

template <typename T>
class AtomicInteger : public testing::Test {};
using IntegerTypes = testing::Types<int, unsigned, unsigned long long>;
TYPED_TEST_SUITE(AtomicInteger, IntegerTypes);

template <typename T>
__global__ void smallest_and_largest(T* extremes) {
  const T value = T(global_thread() * 7919 % 10007) + 5;
  atomicMin(&extremes[0], value);
  atomicMax(&extremes[1], value);
}

TYPED_TEST(AtomicInteger, MinAndMaxFindTheExtremes) {
  DeviceArray<TypeParam> extremes(std::vector<TypeParam>{1000000, 0});
  hipLaunchKernelGGL(smallest_and_largest<TypeParam>, dim3(blocks), dim3(block_size), 0, 0,
                     extremes.data());
  unsigned largest = 0;
  for (unsigned i = 0; i < threads; ++i) largest = std::max(largest, i * 7919 % 10007);
  EXPECT_EQ(extremes.host(), (std::vector<TypeParam>{5, TypeParam(largest + 5)}));
}

// One word for each group of 32 threads: each clears, sets and flips the bit of its own.
template <typename T>
__global__ void one_bit_each(T* cleared, T* set, T* flipped) {
  const unsigned i = global_thread();
  const T bit = T(1) << (i % 32);
  atomicAnd(&cleared[i / 32], T(~bit));
  atomicOr(&set[i / 32], bit);
  atomicXor(&flipped[i / 32], bit);
}

TYPED_TEST(AtomicInteger, AndOrAndXorTouchOnlyTheirBits) {
  using T = TypeParam;
  const T low = T(0xffffffffu);  // -1 for int
  const T pattern = T(0x5a5a5a5a);
  DeviceArray<T> cleared(threads / 32, low), set(threads / 32), flipped(threads / 32, pattern);
  hipLaunchKernelGGL(one_bit_each<T>, dim3(blocks), dim3(block_size), 0, 0, cleared.data(),
                     set.data(), flipped.data());
  EXPECT_EQ(cleared.host(), std::vector<T>(threads / 32, T(0)));
  EXPECT_EQ(set.host(), std::vector<T>(threads / 32, low));
  EXPECT_EQ(flipped.host(), std::vector<T>(threads / 32, T(pattern ^ low)));
}

template <typename T>
__global__ void exchange_number(T* slot, T* old) {
  old[global_thread()] = atomicExch(slot, T(global_thread() + 1));
}

TYPED_TEST(AtomicInteger, ExchangeHandsEveryValueToExactlyOneThread) {
  DeviceArray<TypeParam> slot(1), old(threads);
  hipLaunchKernelGGL(exchange_number<TypeParam>, dim3(blocks), dim3(block_size), 0, 0, slot.data(),
                     old.data());
  std::vector<TypeParam> seen = old.host();
  seen.push_back(slot.host()[0]);
  EXPECT_EQ(sorted(seen), counted<TypeParam>(threads + 1));
}

// Multiplication modulo a prime by compare and swap: it commutes, and a lost update changes the
// product.
template <typename T>
__global__ void multiply_by_swapping(T* product) {
  T seen = *static_cast<volatile T*>(product);
  T assumed;
  do {
    assumed = seen;
    seen = atomicCAS(product, assumed, T(assumed * 3 % 40009));
  } while (seen != assumed);
}

TYPED_TEST(AtomicInteger, CompareAndSwapLosesNoUpdate) {
  DeviceArray<TypeParam> product(1, TypeParam(1));
  hipLaunchKernelGGL(multiply_by_swapping<TypeParam>, dim3(blocks), dim3(block_size), 0, 0,
                     product.data());
  unsigned expected = 1;
  for (unsigned i = 0; i < threads; ++i) expected = expected * 3 % 40009;
  EXPECT_EQ(product.host()[0], TypeParam(expected));
}

template <typename T>
__global__ void swap_if_equal(T* slot, T* old) {
  old[0] = atomicCAS(slot, T(1), T(2));
  old[1] = atomicCAS(slot, T(9), T(3));
}

TYPED_TEST(AtomicInteger, CompareAndSwapStoresOnlyIfEqual) {
  DeviceArray<TypeParam> slot(1, TypeParam(9)), old(2);
  hipLaunchKernelGGL(swap_if_equal<TypeParam>, dim3(1), dim3(1), 0, 0, slot.data(), old.data());
  EXPECT_EQ(old.host(), (std::vector<TypeParam>{9, 9}));
  EXPECT_EQ(slot.host()[0], TypeParam(3));
}

template <typename T>
__global__ void subtract_one(T* counter, T* old) {
  old[global_thread()] = atomicSub(counter, T(1));
}

TEST(AtomicSub, LosesNoUpdate) {
  DeviceArray<int> counter(1), old(threads);
  hipLaunchKernelGGL(subtract_one<int>, dim3(blocks), dim3(block_size), 0, 0, counter.data(),
                     old.data());
  EXPECT_EQ(counter.host()[0], -static_cast<int>(threads));
  EXPECT_EQ(sorted(old.host()), counted<int>(threads, 1 - static_cast<int>(threads)));

  DeviceArray<unsigned> down(1, threads), old_down(threads);
  hipLaunchKernelGGL(subtract_one<unsigned>, dim3(blocks), dim3(block_size), 0, 0, down.data(),
                     old_down.data());
  EXPECT_EQ(down.host()[0], 0u);
  EXPECT_EQ(sorted(old_down.host()), counted<unsigned>(threads, 1));
}

__global__ void count_up_and_down(unsigned* counters, unsigned* old) {
  const unsigned i = global_thread();
  old[i] = atomicInc(&counters[0], 6);
  atomicDec(&counters[1], 4);
}

TEST(AtomicInc, WrapsAfterItsLimit) {
  DeviceArray<unsigned> counters(2), old(threads);
  hipLaunchKernelGGL(count_up_and_down, dim3(blocks), dim3(block_size), 0, 0, counters.data(),
                     old.data());
  EXPECT_EQ(counters.host()[0], threads % 7);
  EXPECT_EQ(counters.host()[1], (5 - threads % 5) % 5);
  const std::vector<unsigned> values = old.host();
  EXPECT_EQ(std::count(values.begin(), values.end(), 6u), threads / 7);
}

__global__ void count_beyond_the_limit(unsigned* counters) {
  atomicInc(&counters[0], 6);
  atomicDec(&counters[1], 4);
}

TEST(AtomicInc, ReturnsToTheRangeFromOutside) {
  DeviceArray<unsigned> counters(std::vector<unsigned>{100, 100});
  hipLaunchKernelGGL(count_beyond_the_limit, dim3(1), dim3(1), 0, 0, counters.data());
  EXPECT_EQ(counters.host(), (std::vector<unsigned>{0, 4}));
}

__global__ void convert_operand(float* f, double* d) {
  atomicAdd(f, 1);
  atomicAdd(d, 2.5f);
}

TEST(AtomicAddOperand, ConvertsToTheTypeInMemory) {
  DeviceArray<float> f(1, 0.5f);
  DeviceArray<double> d(1);
  hipLaunchKernelGGL(convert_operand, dim3(1), dim3(4), 0, 0, f.data(), d.data());
  EXPECT_EQ(f.host()[0], 4.5f);
  EXPECT_EQ(d.host()[0], 10.0);
}

__global__ void add_in_every_scope(unsigned* counter, float* real) {
  atomicAdd_system(&counter[0], 1u);
  atomicOr_system(&counter[1], 1u << threadIdx.x);
  atomicAdd_system(real, 0.5f);
}

TEST(AtomicSystem, FormsDoTheSameAcrossTheSystem) {
  DeviceArray<unsigned> counter(2);
  DeviceArray<float> real(1);
  hipLaunchKernelGGL(add_in_every_scope, dim3(8), dim3(32), 0, 0, counter.data(), real.data());
  EXPECT_EQ(counter.host(), (std::vector<unsigned>{256, 0xffffffffu}));
  EXPECT_EQ(real.host()[0], 128.0f);
}

#if !HIPPUZZLE_PLATFORM_NVIDIA  // CUDA has no atomicMin and atomicMax of floats

template <typename T>
__global__ void extremes_of_floats(T* extremes) {
  const T value = T(global_thread() % 1009) - T(500.5);
  atomicMin(&extremes[0], value);
  atomicMax(&extremes[1], value);
}

TEST(AtomicMinMaxOfFloats, FindTheExtremes) {
  DeviceArray<float> single(2);
  hipLaunchKernelGGL(extremes_of_floats<float>, dim3(blocks), dim3(block_size), 0, 0,
                     single.data());
  EXPECT_EQ(single.host(), (std::vector<float>{-500.5f, 507.5f}));
  DeviceArray<double> twice(2);
  hipLaunchKernelGGL(extremes_of_floats<double>, dim3(blocks), dim3(block_size), 0, 0,
                     twice.data());
  EXPECT_EQ(twice.host(), (std::vector<double>{-500.5, 507.5}));
}

#endif

}  // namespace
