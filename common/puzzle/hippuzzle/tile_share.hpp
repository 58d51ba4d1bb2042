// How a persistent grid shares out tiles that all take the same number of steps (of terms, in a
// product). Tiles are numbered; `groups` groups of blocks work on one each at a time.
//
// Whole tiles only: groups take turns, and the last round's may be few. Or all groups take equally
// many steps (also called stream-K): the last tiles, between one and two for each group, are laid
// end to end and cut into as many equal lengths. Then a group has, in this order,
//
// - the front of a tile, whose sums it gives to the next group,
// - whole tiles,
// - the back of a tile, to which it adds what the group before gives.
//
// What is given is ready long before it is taken; and nobody waits for a group with a higher
// number, so that groups may also run one after another. Groups end different tiles at different
// times, so they do not all write results at once.
#pragma once

#include <hippuzzle/portable.hpp>

namespace hippuzzle {

// Steps first_step … end_step - 1 of a tile: its front, whose sums are given, if they end before
// the tile's, its back if they do not begin with it.
struct TileWork {
  unsigned tile, first_step, end_step;
};

// One group's share: `count()` pieces of work, in their order.
class TileShare {
 public:
  // Pieces shorter than this are not worth their handing over: the cut moves to the tile's edge.
  static constexpr unsigned fewest_steps = 4;

  // Tiles are cut only if `cut` says so, and there are more of them than groups.
  HIPPUZZLE_HD TileShare(unsigned tiles, unsigned steps, unsigned groups, unsigned group, bool cut)
      : steps_(steps), groups_(groups), group_(group) {
    const unsigned last_round = tiles % groups;
    if (!cut || tiles < groups || last_round == 0) {
      whole_ = group < tiles ? (tiles - group - 1) / groups + 1 : 0;
      return;
    }
    const unsigned shared = groups + last_round;
    whole_ = (tiles - shared) / groups;
    const unsigned base = tiles - shared;
    const Place begin = place(shared, group), end = place(shared, group + 1);
    give_ = {base + end.tile, 0, end.step};
    take_ = {base + begin.tile, begin.step, steps};
    first_inside_ = base + begin.tile + (begin.step > 0 ? 1 : 0);
    inside_ = base + end.tile - first_inside_;
  }

  HIPPUZZLE_HD unsigned count() const { return gives() + whole_ + inside_ + takes(); }

  HIPPUZZLE_HD TileWork operator[](unsigned i) const {
    if (gives() && i == 0) return give_;
    i -= gives();
    if (i < whole_) return {group_ + i * groups_, 0, steps_};
    i -= whole_;
    if (i < inside_) return {first_inside_ + i, 0, steps_};
    return take_;
  }

 private:
  struct Place {
    unsigned tile, step;
  };

  HIPPUZZLE_HD bool gives() const { return give_.end_step > 0; }
  HIPPUZZLE_HD bool takes() const { return take_.first_step > 0; }

  // Where the share of group `group` begins among the `shared` tiles laid end to end. In 32 bits,
  // since a GPU divides 64 by calling a function, whose result the compiler takes for different in
  // different threads.
  HIPPUZZLE_HD Place place(unsigned shared, unsigned group) const {
    const unsigned all = shared * steps_, rest = all % groups_;
    const unsigned at = all / groups_ * group + (group < rest ? group : rest);
    const Place p = {at / steps_, at % steps_};
    if (p.step < fewest_steps) return {p.tile, 0};
    if (steps_ - p.step < fewest_steps) return {p.tile + 1, 0};
    return p;
  }

  unsigned steps_, groups_, group_, whole_ = 0, first_inside_ = 0, inside_ = 0;
  TileWork give_ = {}, take_ = {};
};

}  // namespace hippuzzle
