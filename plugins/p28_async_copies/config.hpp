// p28: the figures that the judge and the kernels must agree on.
#pragma once

constexpr unsigned TPB = 256;        // threads per block, and elements of a tile
constexpr unsigned TAPS = 5;         // elements that one output adds up
constexpr unsigned HALO = TAPS / 2;  // of them on either side of its own
constexpr unsigned TILES = 4;        // tiles of a block that overlaps
