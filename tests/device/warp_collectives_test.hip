// Sums, extrema, scans and broadcasts of a warp, in full and partly filled warps and in divergent
// code. The expected values are computed on the host from the threads' numbers.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <hippuzzle/warp_collectives.hpp>
#include <numeric>
#include <string>

#include "tests/support/device_array.hpp"

namespace {

using namespace hippuzzle;

unsigned warp_size_of_this_device() {
  hipDeviceProp_t properties;
  HIP_CHECK(hipGetDeviceProperties(&properties, 0));
  return static_cast<unsigned>(properties.warpSize);
}

// Whole numbers, negative ones too, whose extrema are anywhere in a warp.
template <typename T>
__host__ __device__ T element(unsigned thread) {
  return static_cast<T>(static_cast<int>(thread * 37 % 101) - 60);
}

// The threads that take part: all of a block, or a part of each warp with gaps and without.
enum Part { kAll, kEven, kNotEveryFifth, kUpperHalf, kOne };
__host__ __device__ bool takes_part(Part part, unsigned t, unsigned warp) {
  switch (part) {
    case kAll:
      return true;
    case kEven:
      return t % 2 == 0;
    case kNotEveryFifth:
      return t % 5 != 0;
    case kUpperHalf:
      return t % warp >= warp / 2;
    case kOne:
      return t % warp == 9;
  }
  return false;
}

template <typename T>
struct Results {
  T sum, most, least, inclusive, exclusive, joined, first;
  int elected;
};

struct Joined {  // commutative and associative, and neither a sum nor an extremum
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return a * b;
  }
};

template <typename T>
__global__ void collect(Results<T>* results, Part part) {
  const unsigned t = threadIdx.x, warp = static_cast<unsigned>(warp_size());
  if (!takes_part(part, t, warp)) return;
  Results<T> r;
  const T own = element<T>(t);
  r.sum = warp_sum(own);
  r.most = warp_max(own);
  r.least = warp_min(own);
  r.inclusive = warp_inclusive_scan(own);
  r.exclusive = warp_exclusive_scan(own, static_cast<T>(1000));
  r.joined = warp_reduce(t % 7 == 0 ? static_cast<T>(-1) : static_cast<T>(1), Joined{});
  r.elected = elect_one() ? 1 : 0;
  const LaneMask lanes = activemask();
  r.first = warp_broadcast(own, static_cast<unsigned>(__ffsll(static_cast<long long>(lanes)) - 1));
  results[t] = r;
}

template <typename T>
void expect_right_results(unsigned threads, Part part) {
  const unsigned warp = warp_size_of_this_device();
  DeviceArray<Results<T>> results(threads);
  hipLaunchKernelGGL(collect<T>, dim3(1), dim3(threads), 0, 0, results.data(), part);
  const std::vector<Results<T>> found = results.host();
  for (unsigned first = 0; first < threads; first += warp) {
    std::vector<unsigned> members;
    for (unsigned t = first; t < std::min(first + warp, threads); ++t)
      if (takes_part(part, t, warp)) members.push_back(t);
    if (members.empty()) continue;
    T sum = 0, most = element<T>(members[0]), least = most, joined = 1;
    int elected = 0;
    for (const unsigned t : members) {
      sum += element<T>(t);
      most = std::max(most, element<T>(t));
      least = std::min(least, element<T>(t));
      joined *= t % 7 == 0 ? T(-1) : T(1);
      elected += found[t].elected;
    }
    T before = 0;
    for (const unsigned t : members) {
      SCOPED_TRACE("thread " + std::to_string(t) + " of " + std::to_string(threads) + ", part " +
                   std::to_string(part));
      ASSERT_EQ(found[t].sum, sum);
      ASSERT_EQ(found[t].most, most);
      ASSERT_EQ(found[t].least, least);
      ASSERT_EQ(found[t].joined, joined);
      ASSERT_EQ(found[t].exclusive, t == members[0] ? T(1000) : before);
      before += element<T>(t);
      ASSERT_EQ(found[t].inclusive, before);
      ASSERT_EQ(found[t].first, element<T>(members[0]));
      ASSERT_EQ(elected, 1);
    }
  }
}

template <typename T>
class WarpCollectives : public testing::Test {};
using CollectedTypes = testing::Types<int, float, double>;
TYPED_TEST_SUITE(WarpCollectives, CollectedTypes);

TYPED_TEST(WarpCollectives, CountAbsentLanesAsAbsent) {
  for (const unsigned threads : {1u, 2u, 3u, 17u, 31u, 32u, 33u, 63u, 64u, 65u, 96u, 100u, 127u}) {
    expect_right_results<TypeParam>(threads, kAll);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TYPED_TEST(WarpCollectives, WorkAmongTheLanesOfABranch) {
  for (const unsigned threads : {1u, 6u, 32u, 45u, 64u, 110u}) {
    for (const Part part : {kEven, kNotEveryFifth, kUpperHalf, kOne}) {
      expect_right_results<TypeParam>(threads, part);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

}  // namespace
