// async_copy: elements of every size arrive unchanged in shared memory after the wait and a
// barrier.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <hippuzzle/async_copy.hpp>

#include "tests/support/device_array.hpp"

namespace {

template <unsigned bytes>
struct alignas(bytes) Element {
  unsigned char byte[bytes];
};

constexpr unsigned threads = 96;

// Each block stages its part through shared memory and writes the elements that another thread of
// the block has copied.
template <typename T>
__global__ void rotate_within_block(const T* in, T* out) {
  __shared__ T staged[threads];
  const unsigned thread = threadIdx.x;
  const unsigned first = blockIdx.x * threads;
  hippuzzle::async_copy(&staged[thread], &in[first + thread]);
  hippuzzle::async_copy_wait_all();
  __syncthreads();
  out[first + thread] = staged[(thread + 1) % threads];
}

template <unsigned bytes>
void expect_rotation() {
  constexpr unsigned blocks = 3;
  std::vector<Element<bytes>> values(blocks * threads);
  for (unsigned i = 0; i < values.size(); ++i)
    for (unsigned b = 0; b < bytes; ++b) values[i].byte[b] = static_cast<unsigned char>(i * 37 + b);
  DeviceArray<Element<bytes>> in(values), out(values.size());
  hipLaunchKernelGGL(rotate_within_block<Element<bytes>>, dim3(blocks), dim3(threads), 0, 0,
                     in.data(), out.data());
  const std::vector<Element<bytes>> result = out.host();
  for (unsigned i = 0; i < values.size(); ++i) {
    const unsigned source = i / threads * threads + (i + 1) % threads;
    for (unsigned b = 0; b < bytes; ++b)
      ASSERT_EQ(result[i].byte[b], values[source].byte[b]) << "element " << i << ", byte " << b;
  }
}

TEST(AsyncCopy, CarriesSixteenBytes) { expect_rotation<16>(); }
TEST(AsyncCopy, CarriesEightBytes) { expect_rotation<8>(); }
TEST(AsyncCopy, CarriesFourBytes) { expect_rotation<4>(); }
TEST(AsyncCopy, CarriesSizesThatHaveNoFastWay) {
  expect_rotation<1>();
  expect_rotation<2>();
  expect_rotation<32>();
}

// Two copies in flight into different buffers; the wait covers both.
__global__ void sum_of_two(const float* a, const float* b, float* out) {
  __shared__ float from_a[threads];
  __shared__ float from_b[threads];
  const unsigned thread = threadIdx.x;
  hippuzzle::async_copy(&from_a[thread], &a[thread]);
  hippuzzle::async_copy(&from_b[thread], &b[thread]);
  hippuzzle::async_copy_wait_all();
  __syncthreads();
  out[thread] = from_a[threads - 1 - thread] + from_b[thread];
}

TEST(AsyncCopy, WaitCoversAllCopiesOfTheThread) {
  std::vector<float> a(threads), b(threads);
  for (unsigned i = 0; i < threads; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = 1000.0f * static_cast<float>(i);
  }
  DeviceArray<float> da(a), db(b), out(threads, -1.0f);
  hipLaunchKernelGGL(sum_of_two, dim3(1), dim3(threads), 0, 0, da.data(), db.data(), out.data());
  const std::vector<float> result = out.host();
  for (unsigned i = 0; i < threads; ++i) EXPECT_EQ(result[i], a[threads - 1 - i] + b[i]);
}

}  // namespace
