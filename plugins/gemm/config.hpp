// gemm: the tiles of C that a block works on where the judge's launch configuration decides, and
// the threads of such a block.
#pragma once

constexpr unsigned plain_tile = 32;  // naive, coalesced, tiled, tiled-vec: an element a thread

// register-blocked, vectorized, warp-tiled: 8 x 8 elements a thread.
constexpr unsigned register_tile = 128, register_threads = 256;

// double-buffered: likewise, in smaller blocks, of which more run at once.
constexpr unsigned double_rows = 64, double_columns = 128, double_threads = 128;
