// Patterns of <hippuzzle/functional.hpp> visit each element once, in vectors where they can, at
// sizes around a vector and a tile and with grids that are too small and too large.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <hippuzzle/functional.hpp>
#include <string>
#include <vector>

#include "tests/support/device_array.hpp"

namespace {

using namespace hippuzzle;

constexpr unsigned kVector = 4, kTile = 6;
enum Pattern { kForEach, kTiles, kVectorsOfTiles, kPattern };

// Adds the number of neighbours to each element of a visit: 4 or 1 if it is visited once.
struct Visit {
  float* visits;

  template <int Width>
  __device__ void operator()(unsigned first) const {
    Vector<float, Width> v = load<Width>(visits + first);
    for (int i = 0; i < Width; ++i) v[i] += Width;
    store(visits + first, v);
  }
};

// With tiles of 6 the second vector of every other tile would not be aligned.
struct VisitElements {
  float* visits;

  template <int Width>
  __device__ void operator()(unsigned first) const {
    Vector<float, Width> v = load<Width, sizeof(float)>(visits + first);
    for (int i = 0; i < Width; ++i) v[i] += Width;
    store<sizeof(float)>(visits + first, v);
  }
};

__global__ void visit(float* visits, unsigned n, Pattern pattern) {
  if (pattern == kForEach) for_each<kVector>(n, Visit{visits});
  if (pattern == kTiles)
    tile<kTile>(n, [=](unsigned first, unsigned count) {
      for (unsigned i = first; i < first + count; ++i) visits[i] += 1;
    });
  if (pattern == kVectorsOfTiles)
    tile<kTile>(n, [=](unsigned first, unsigned count) {
      vectorize<kVector>(count, VisitElements{visits + first});
    });
}

float width_at(Pattern pattern, unsigned i, unsigned n) {
  if (pattern == kForEach) return i < n / kVector * kVector ? kVector : 1;
  if (pattern == kTiles) return 1;
  const unsigned first = i / kTile * kTile;
  const unsigned count = n - first < kTile ? n - first : kTile;
  return i - first < count / kVector * kVector ? kVector : 1;
}

TEST(Functional, PatternsVisitEachElementOnceInTheWidestVectors) {
  for (const unsigned n : {0u, 1u, 3u, 4u, 5u, 6u, 7u, 63u, 64u, 257u}) {
    for (const unsigned blocks : {1u, 3u, 20u}) {
      for (int p = kForEach; p < kPattern; ++p) {
        const auto pattern = static_cast<Pattern>(p);
        SCOPED_TRACE("pattern " + std::to_string(p) + ", " + std::to_string(n) + " elements, " +
                     std::to_string(blocks) + " blocks");
        DeviceArray<float> visits(n + 1);
        hipLaunchKernelGGL(visit, dim3(blocks), dim3(5), 0, nullptr, visits.data(), n, pattern);
        const std::vector<float> seen = visits.host();
        for (unsigned i = 0; i < n; ++i) ASSERT_EQ(seen[i], width_at(pattern, i, n)) << i;
        EXPECT_EQ(seen[n], 0) << "beyond the end";
      }
    }
  }
}

}  // namespace
