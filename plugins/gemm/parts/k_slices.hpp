// How a launch computes k: most tiles in one piece. Tiles of a last round that would leave
// multiprocessors idle are computed in slices, which are added in C.
#pragma once

#include <hippuzzle/portable.hpp>

// Divides tiles, or clusters of them: the first `whole` in one piece, the others in `slices`.
struct KSlices {
  unsigned whole, slices;
};

// tiles: of which `resident` run at once. With one slice all are whole.
HIPPUZZLE_HD constexpr KSlices k_slices(unsigned tiles, unsigned resident, unsigned slices) {
  if (slices == 1) return {tiles, 1};
  return {resident > 0 ? tiles - tiles % resident : 0, slices};
}

// Whole tiles and slices, each a block's work or a cluster's.
HIPPUZZLE_HD constexpr unsigned work_items(unsigned tiles, KSlices how) {
  return how.whole + (tiles - how.whole) * how.slices;
}

// One block's work: a tile, and the stages of k that it adds up, first … end - 1.
struct SlicedTile {
  unsigned tile, first, end;
};

// The work `item` of work_items(). Slice by slice, so that blocks that run together read the same
// k.
HIPPUZZLE_HD constexpr SlicedTile sliced_tile(unsigned item, unsigned tiles, KSlices how,
                                              unsigned k_tiles) {
  if (item < how.whole) return {item, 0, k_tiles};
  const unsigned sliced = tiles - how.whole, i = item - how.whole;
  const unsigned slice = i / sliced;
  return {how.whole + i % sliced, slice * k_tiles / how.slices, (slice + 1) * k_tiles / how.slices};
}
