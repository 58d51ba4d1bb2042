// A sample of blocks represents its grid: sums over it equal sums over all blocks.
#include "hip_cpu/check/execution/block_sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace hip_cpu::check {
namespace block_sample_test {

std::uint64_t blocks_of(dim3 grid) { return std::uint64_t{grid.x} * grid.y * grid.z; }

using Work = std::function<double(std::uint64_t x, std::uint64_t y, std::uint64_t z)>;

double work_of(const Work& work, dim3 grid, std::uint64_t number) {
  return work(number % grid.x, number / grid.x % grid.y, number / grid.x / grid.y);
}

// The estimate divided by the true value.
double ratio(dim3 grid, std::uint64_t most, const Work& work, std::uint64_t seed = 1) {
  double estimate = 0, truth = 0;
  for (const SampledBlock& one : sample_blocks(grid, most, seed))
    estimate += static_cast<double>(one.stands_for) * work_of(work, grid, one.number);
  for (std::uint64_t number = 0; number < blocks_of(grid); ++number)
    truth += work_of(work, grid, number);
  return estimate / truth;
}

const std::vector<dim3> grids = {dim3(2),         dim3(65),        dim3(100'000), dim3(1, 70),
                                 dim3(64, 64),    dim3(3, 2, 50),  dim3(17, 5),   dim3(2, 2, 2),
                                 dim3(33, 65, 9), dim3(4096, 2, 1)};

TEST(BlockSample, StandsForTheWholeGridOnce) {
  for (const dim3 grid : grids) {
    for (const std::uint64_t most : {1, 2, 3, 7, 8, 16, 53, 54, 64, 1000}) {
      SCOPED_TRACE(testing::Message()
                   << grid.x << " x " << grid.y << " x " << grid.z << ", " << most);
      const std::vector<SampledBlock> sample = sample_blocks(grid, most, 7);
      ASSERT_FALSE(sample.empty());
      EXPECT_LE(sample.size(), std::min(most, blocks_of(grid)));
      EXPECT_GE(sample.size(), std::min(most, blocks_of(grid)) * 3 / 4);
      std::uint64_t all = 0;
      for (std::size_t i = 0; i < sample.size(); ++i) {
        all += sample[i].stands_for;
        EXPECT_LT(sample[i].number, blocks_of(grid));
        if (i > 0) {
          EXPECT_LT(sample[i - 1].number, sample[i].number);
        }
      }
      EXPECT_EQ(all, blocks_of(grid));
    }
  }
}

// Also where the edges of each dimension would be too many.
TEST(BlockSample, HasTheEndsOfTheGridAndNeighboursForAVerdict) {
  const auto numbers = [](dim3 grid, std::uint64_t most) {
    std::vector<std::uint64_t> all;
    for (const SampledBlock& one : sample_for_verdict(grid, most, 7)) all.push_back(one.number);
    return all;
  };
  for (const dim3 grid : grids) {
    for (const std::uint64_t most : {1, 2, 3, 4, 6, 8, 64}) {
      SCOPED_TRACE(testing::Message()
                   << grid.x << " x " << grid.y << " x " << grid.z << ", " << most);
      const std::vector<std::uint64_t> all = numbers(grid, most);
      const std::uint64_t blocks = blocks_of(grid);
      EXPECT_LE(all.size(), most);
      EXPECT_TRUE(std::ranges::is_sorted(all));
      EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
      const auto has = [&](std::uint64_t number) {
        return number >= blocks || std::ranges::count(all, number) == 1;
      };
      if (most > 1) {
        EXPECT_TRUE(has(0));
      }
      if (most > 2) {
        EXPECT_TRUE(has(blocks - 1));
      }
      if (most > 3) {
        EXPECT_TRUE(has(1));
      }
      if (most > 5) {
        EXPECT_TRUE(has(grid.x) && has(std::uint64_t{grid.x} * grid.y));
      }
      std::uint64_t stands_for = 0;
      for (const SampledBlock& one : sample_for_verdict(grid, most, 7))
        stands_for += one.stands_for;
      EXPECT_EQ(stands_for, blocks);
    }
  }
}

TEST(BlockSample, DependsOnItsSeedAlone) {
  const auto numbers = [](std::uint64_t seed) {
    std::vector<std::uint64_t> all;
    for (const SampledBlock& one : sample_blocks(dim3(64, 64), 64, seed)) all.push_back(one.number);
    return all;
  };
  EXPECT_EQ(numbers(1), numbers(1));
  EXPECT_NE(numbers(1), numbers(2));
}

// Work that differs only at the grid's edges is met exactly, however thin they are.
TEST(BlockSample, MeetsEdgesExactly) {
  const dim3 grid(120, 77);
  const Work work = [&](std::uint64_t x, std::uint64_t y, std::uint64_t) {
    return (x + 1 == grid.x ? 3.0 : 16.0) * (y + 1 == grid.y ? 5.0 : 16.0) + (x == 0 ? 100.0 : 0.0);
  };
  EXPECT_DOUBLE_EQ(ratio(grid, 64, work), 1);
  const Work ragged = [](std::uint64_t x, std::uint64_t, std::uint64_t) {
    return x == 9'999 ? 1.0 : 256.0;
  };
  EXPECT_DOUBLE_EQ(ratio(dim3(10'000), 16, ragged), 1);
}

// Work that changes over the grid, by its place or by chance.
TEST(BlockSample, IsCloseWhereWorkChanges) {
  const Work triangle = [](std::uint64_t x, std::uint64_t y, std::uint64_t) {
    return x <= y ? 1.0 : 0.0;
  };
  const Work slope = [](std::uint64_t x, std::uint64_t y, std::uint64_t) {
    return static_cast<double>(x + y);
  };
  const Work periodic = [](std::uint64_t x, std::uint64_t, std::uint64_t) {
    return x % 8 == 7 ? 4.0 : 16.0;
  };
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    EXPECT_NEAR(ratio(dim3(64, 64), 64, triangle, seed), 1, 0.05);
    EXPECT_NEAR(ratio(dim3(64, 64), 256, triangle, seed), 1, 0.05);
    EXPECT_NEAR(ratio(dim3(64, 64), 64, slope, seed), 1, 0.02);
    EXPECT_NEAR(ratio(dim3(4096), 256, periodic, seed), 1, 0.06);
  }
}

// A first look at each block: how it begins.
using Look = std::function<BlockTraits(std::uint64_t x, std::uint64_t y)>;

std::vector<ProbedBlock> probed(dim3 grid, const Look& look, std::uint64_t most = ~0ull) {
  std::vector<ProbedBlock> all;
  for (const SampledBlock& one : sample_blocks(grid, most, 9))
    all.push_back({one, look(one.number % grid.x, one.number / grid.x)});
  return all;
}

double ratio(dim3 grid, std::uint64_t most, const Work& work, const std::vector<ProbedBlock>& looks,
             std::uint64_t seed) {
  double estimate = 0, truth = 0;
  std::uint64_t all = 0;
  for (const SampledBlock& one : sample_blocks(grid, looks, most, seed)) {
    all += one.stands_for;
    estimate += static_cast<double>(one.stands_for) * work_of(work, grid, one.number);
  }
  EXPECT_EQ(all, blocks_of(grid));
  for (std::uint64_t number = 0; number < blocks_of(grid); ++number)
    truth += work_of(work, grid, number);
  return estimate / truth;
}

// A kernel takes its blocks in an order of its own: edge blocks of the matrix occur anywhere.
TEST(BlockSample, MeetsExactlyWhatAFirstLookTellsApart) {
  const dim3 grid(32, 32);
  const auto place = [](std::uint64_t x, std::uint64_t y) { return (y * 32 + x) * 389 % 1024; };
  const Work work = [&](std::uint64_t x, std::uint64_t y, std::uint64_t) {
    const std::uint64_t at = place(x, y);
    return (at % 32 == 31 ? 8.0 : 32.0) * (at / 32 == 31 ? 8.0 : 32.0);
  };
  const Look look = [&](std::uint64_t x, std::uint64_t y) {
    return BlockTraits{place(x, y) % 32 == 31 ? 1u : 2u, place(x, y) / 32 == 31 ? 1u : 2u};
  };
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    EXPECT_DOUBLE_EQ(ratio(grid, 18, work, probed(grid, look), seed), 1);
    EXPECT_DOUBLE_EQ(ratio(grid, 9, work, probed(grid, look), seed), 1);
    // A sample of looks knows only approximately how many blocks are alike.
    EXPECT_NEAR(ratio(grid, 18, work, probed(grid, look, 512), seed), 1, 0.01);
  }
}

// If no two blocks are alike, blocks that begin nearly alike represent each other.
TEST(BlockSample, IsCloseWhereWorkFollowsWhatAFirstLookCounts) {
  const dim3 grid(64, 64);
  const auto count = [](std::uint64_t x, std::uint64_t y) { return (x * 64 + y) * 2473 % 4096; };
  const Work work = [&](std::uint64_t x, std::uint64_t y, std::uint64_t) {
    return 100 + static_cast<double>(count(x, y));
  };
  const Look look = [&](std::uint64_t x, std::uint64_t y) { return BlockTraits{count(x, y) / 2}; };
  for (const std::uint64_t seed : {1, 2, 3, 4})
    EXPECT_NEAR(ratio(grid, 64, work, probed(grid, look), seed), 1, 0.01);
}

}  // namespace block_sample_test
}  // namespace hip_cpu::check
