// Whoever shares out tiles: every step of every tile is done once, by whom the header says, and
// cut tiles make all shares equally long.
#include <gtest/gtest.h>

#include <algorithm>
#include <hippuzzle/tile_share.hpp>
#include <vector>

namespace {

using hippuzzle::TileShare;
using hippuzzle::TileWork;

unsigned steps_of(const TileShare& share) {
  unsigned steps = 0;
  for (unsigned i = 0; i < share.count(); ++i) steps += share[i].end_step - share[i].first_step;
  return steps;
}

// Goes through all shares and looks at each promise of the header.
void expect_all_done_once(unsigned tiles, unsigned steps, unsigned groups, bool cut) {
  SCOPED_TRACE(testing::Message() << tiles << " tiles of " << steps << " steps, " << groups
                                  << " groups, cut " << cut);
  std::vector<std::vector<unsigned>> done(tiles, std::vector<unsigned>(steps));
  TileWork given = {};
  for (unsigned group = 0; group < groups; ++group) {
    const TileShare share(tiles, steps, groups, group, cut);
    TileWork gives = {};
    for (unsigned i = 0; i < share.count(); ++i) {
      const TileWork work = share[i];
      ASSERT_LT(work.tile, tiles);
      ASSERT_LT(work.first_step, work.end_step);
      ASSERT_LE(work.end_step, steps);
      for (unsigned step = work.first_step; step < work.end_step; ++step) ++done[work.tile][step];
      const bool is_front = work.end_step<steps, is_back = work.first_step> 0;
      EXPECT_FALSE(is_front && is_back) << "a tile has two pieces";
      EXPECT_TRUE(!is_front || i == 0) << "what is given comes first";
      EXPECT_TRUE(!is_back || i + 1 == share.count()) << "what is taken comes last";
      if (is_front) gives = work;
      if (is_back) {
        EXPECT_EQ(work.tile, given.tile) << "from the group before";
        EXPECT_EQ(work.first_step, given.end_step);
        given = {};
      }
    }
    EXPECT_EQ(given.end_step, 0u) << "what the group before gives is taken";
    given = gives;
  }
  EXPECT_EQ(given.end_step, 0u) << "the last group gives nothing";
  for (const auto& tile : done)
    EXPECT_TRUE(std::all_of(tile.begin(), tile.end(), [](unsigned times) { return times == 1; }));
}

TEST(TileShare, DoesEveryStepOnce) {
  for (unsigned groups : {1u, 2u, 3u, 7u, 66u})
    for (unsigned tiles : {1u, 2u, 3u, 6u, 7u, 8u, 13u, 15u, 65u, 66u, 67u, 131u, 256u})
      for (unsigned steps : {1u, 2u, 7u, 8u, 9u, 64u, 100u})
        for (bool cut : {false, true}) expect_all_done_once(tiles, steps, groups, cut);
}

// 4096 x 4096 x 4096 in clusters of two tiles of 128 x 256 on 132 multiprocessors.
TEST(TileShare, CutsTilesSoThatAllTakeEquallyLong) {
  const unsigned tiles = 256, steps = 64, groups = 66;
  unsigned fewest = ~0u, most = 0, most_whole = 0;
  for (unsigned group = 0; group < groups; ++group) {
    const unsigned cut = steps_of(TileShare(tiles, steps, groups, group, true));
    fewest = std::min(fewest, cut), most = std::max(most, cut);
    most_whole = std::max(most_whole, steps_of(TileShare(tiles, steps, groups, group, false)));
  }
  EXPECT_EQ(most_whole, 4 * steps);
  // 248.2 on average; a cut that would leave fewer than four steps moves to the edge.
  EXPECT_GE(fewest, 245u);
  EXPECT_LE(most, 252u);
}

TEST(TileShare, LeavesTilesWholeThatFillTheLastRoundOrTheOnlyOne) {
  for (unsigned tiles : {5u, 65u, 66u, 132u})
    for (unsigned group = 0; group < 66; ++group) {
      const TileShare share(tiles, 64, 66, group, true);
      for (unsigned i = 0; i < share.count(); ++i) {
        EXPECT_EQ(share[i].first_step, 0u);
        EXPECT_EQ(share[i].end_step, 64u);
        EXPECT_EQ(share[i].tile, group + i * 66);
      }
    }
}

}  // namespace
