// In which order a persistent grid walks over the tiles of C: column by column through bands of
// `band` rows of tiles, so that the tiles that run together need few rows of A and columns of B,
// and find them in the L2 cache.
#pragma once

#include <hippuzzle/portable.hpp>

struct TilePlace {
  unsigned row, column;  // in tiles
};

HIPPUZZLE_HD inline TilePlace place_of(unsigned tile, unsigned rows, unsigned columns,
                                       unsigned band) {
  const unsigned first = tile / (band * columns) * band;
  const unsigned height = rows - first < band ? rows - first : band;
  const unsigned inside = tile - first * columns;
  return {first + inside % height, inside / height};
}
