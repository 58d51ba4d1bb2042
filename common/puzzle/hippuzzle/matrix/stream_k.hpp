// Stream-K (Osama et al. 2023): how a persistent grid shares out output tiles that all take the
// same number of K tiles. Tiles are numbered; `groups` groups of blocks work on one each at a time.
//
// Data-parallel: groups take whole tiles in rounds, of which the last may be partly empty.
// Stream-K: all groups get equally many K tiles. The last output tiles, between one and two for
// each group, are laid end to end and split into as many equal lengths, so a tile may be split
// along K. A group then works on, in this order,
//
// - the first K tiles of an output tile, whose partial sums it hands to the next group,
// - whole tiles,
// - the last K tiles of an output tile, to which it adds the previous group's partial sums.
//
// Partial sums are ready long before they are needed, and no group waits for one with a higher
// number, so that groups may also run one after another. Groups end different tiles at different
// times, so they do not all write results at once.
#pragma once

#include <hippuzzle/portable.hpp>

namespace hippuzzle {

// K tiles first_k_tile … end_k_tile - 1 of an output tile: all of them, the first ones, whose
// partial sums are handed on, or the last ones.
struct TileSlice {
  unsigned tile, first_k_tile, end_k_tile;
};

// One group's share: `count()` slices, in the order of work.
class StreamK {
 public:
  // Shorter slices are not worth handing partial sums on: the split moves to the tile's edge.
  static constexpr unsigned fewest_k_tiles = 4;

  // Tiles are split only if `split` says so, and there are more of them than groups.
  HIPPUZZLE_HD StreamK(unsigned tiles, unsigned k_tiles, unsigned groups, unsigned group,
                       bool split)
      : k_tiles_(k_tiles), groups_(groups), group_(group) {
    const unsigned last_round = tiles % groups;
    if (!split || tiles < groups || last_round == 0) {
      whole_ = group < tiles ? (tiles - group - 1) / groups + 1 : 0;
      return;
    }
    const unsigned shared = groups + last_round;
    whole_ = (tiles - shared) / groups;
    const unsigned base = tiles - shared;
    const Place begin = place(shared, group), end = place(shared, group + 1);
    first_part_ = {base + end.tile, 0, end.k_tile};
    last_part_ = {base + begin.tile, begin.k_tile, k_tiles};
    first_inside_ = base + begin.tile + (begin.k_tile > 0 ? 1 : 0);
    inside_ = base + end.tile - first_inside_;
  }

  HIPPUZZLE_HD unsigned count() const {
    return has_first_part() + whole_ + inside_ + has_last_part();
  }

  HIPPUZZLE_HD TileSlice operator[](unsigned i) const {
    if (has_first_part() && i == 0) return first_part_;
    i -= has_first_part();
    if (i < whole_) return {group_ + i * groups_, 0, k_tiles_};
    i -= whole_;
    if (i < inside_) return {first_inside_ + i, 0, k_tiles_};
    return last_part_;
  }

 private:
  struct Place {
    unsigned tile, k_tile;
  };

  HIPPUZZLE_HD bool has_first_part() const { return first_part_.end_k_tile > 0; }
  HIPPUZZLE_HD bool has_last_part() const { return last_part_.first_k_tile > 0; }

  // The start of group `group`'s share among the `shared` tiles laid end to end. In 32 bits,
  // since a GPU divides 64 by calling a function, whose result the compiler takes for different in
  // different threads.
  HIPPUZZLE_HD Place place(unsigned shared, unsigned group) const {
    const unsigned all = shared * k_tiles_, rest = all % groups_;
    const unsigned at = all / groups_ * group + (group < rest ? group : rest);
    const Place p = {at / k_tiles_, at % k_tiles_};
    if (p.k_tile < fewest_k_tiles) return {p.tile, 0};
    if (k_tiles_ - p.k_tile < fewest_k_tiles) return {p.tile + 1, 0};
    return p;
  }

  unsigned k_tiles_, groups_, group_, whole_ = 0, first_inside_ = 0, inside_ = 0;
  TileSlice first_part_ = {}, last_part_ = {};
};

}  // namespace hippuzzle
