// Stream-K: every K tile of every output tile is done once, by the group that the header says, and
// split tiles make all shares equally long.
#include <gtest/gtest.h>

#include <algorithm>
#include <hippuzzle/matrix/stream_k.hpp>
#include <vector>

namespace stream_k_test {

using hippuzzle::StreamK;
using hippuzzle::TileSlice;

unsigned k_tiles_of(const StreamK& share) {
  unsigned k_tiles = 0;
  for (unsigned i = 0; i < share.count(); ++i)
    k_tiles += share[i].end_k_tile - share[i].first_k_tile;
  return k_tiles;
}

// Goes through all shares and checks each promise of the header.
void expect_all_done_once(unsigned tiles, unsigned k_tiles, unsigned groups, bool split) {
  SCOPED_TRACE(testing::Message() << tiles << " tiles of " << k_tiles << " k_tiles, " << groups
                                  << " groups, split " << split);
  std::vector<std::vector<unsigned>> done(tiles, std::vector<unsigned>(k_tiles));
  TileSlice given = {};
  for (unsigned group = 0; group < groups; ++group) {
    const StreamK share(tiles, k_tiles, groups, group, split);
    TileSlice gives = {};
    for (unsigned i = 0; i < share.count(); ++i) {
      const TileSlice work = share[i];
      ASSERT_LT(work.tile, tiles);
      ASSERT_LT(work.first_k_tile, work.end_k_tile);
      ASSERT_LE(work.end_k_tile, k_tiles);
      for (unsigned k_tile = work.first_k_tile; k_tile < work.end_k_tile; ++k_tile)
        ++done[work.tile][k_tile];
      const bool is_first_part = work.end_k_tile<k_tiles, is_last_part = work.first_k_tile> 0;
      EXPECT_FALSE(is_first_part && is_last_part) << "a tile has two slices";
      EXPECT_TRUE(!is_first_part || i == 0) << "what is handed on comes first";
      EXPECT_TRUE(!is_last_part || i + 1 == share.count()) << "what is added to comes last";
      if (is_first_part) gives = work;
      if (is_last_part) {
        EXPECT_EQ(work.tile, given.tile) << "from the group before";
        EXPECT_EQ(work.first_k_tile, given.end_k_tile);
        given = {};
      }
    }
    EXPECT_EQ(given.end_k_tile, 0u) << "what the group before hands on is taken";
    given = gives;
  }
  EXPECT_EQ(given.end_k_tile, 0u) << "the last group hands nothing on";
  for (const auto& tile : done)
    EXPECT_TRUE(std::all_of(tile.begin(), tile.end(), [](unsigned times) { return times == 1; }));
}

TEST(StreamK, DoesEveryKTileOnce) {
  for (unsigned groups : {1u, 2u, 3u, 7u, 66u})
    for (unsigned tiles : {1u, 2u, 3u, 6u, 7u, 8u, 13u, 15u, 65u, 66u, 67u, 131u, 256u})
      for (unsigned k_tiles : {1u, 2u, 7u, 8u, 9u, 64u, 100u})
        for (bool split : {false, true}) expect_all_done_once(tiles, k_tiles, groups, split);
}

// 4096 x 4096 x 4096 in clusters of two tiles of 128 x 256 on 132 multiprocessors.
TEST(StreamK, SplitsTilesSoThatAllTakeEquallyLong) {
  const unsigned tiles = 256, k_tiles = 64, groups = 66;
  unsigned fewest = ~0u, most = 0, most_whole = 0;
  for (unsigned group = 0; group < groups; ++group) {
    const unsigned split = k_tiles_of(StreamK(tiles, k_tiles, groups, group, true));
    fewest = std::min(fewest, split), most = std::max(most, split);
    most_whole = std::max(most_whole, k_tiles_of(StreamK(tiles, k_tiles, groups, group, false)));
  }
  EXPECT_EQ(most_whole, 4 * k_tiles);
  // 248.2 on average; a split that would leave fewer than four K tiles moves to the edge.
  EXPECT_GE(fewest, 245u);
  EXPECT_LE(most, 252u);
}

TEST(StreamK, LeavesTilesWholeThatFillTheLastRoundOrTheOnlyOne) {
  for (unsigned tiles : {5u, 65u, 66u, 132u})
    for (unsigned group = 0; group < 66; ++group) {
      const StreamK share(tiles, 64, 66, group, true);
      for (unsigned i = 0; i < share.count(); ++i) {
        EXPECT_EQ(share[i].first_k_tile, 0u);
        EXPECT_EQ(share[i].end_k_tile, 64u);
        EXPECT_EQ(share[i].tile, group + i * 66);
      }
    }
}

}  // namespace stream_k_test
