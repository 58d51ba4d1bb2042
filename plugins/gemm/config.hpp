// gemm: the tiles of C that a block works on where the judge's launch configuration decides, and
// the threads of such a block.
#pragma once

constexpr unsigned plain_tile = 32;  // naive, coalesced, tiled, tiled-vec: an element a thread

// register-blocked to double-buffered: 8 x 8 elements a thread. Where such tiles are too few the
// launchers take smaller ones.
constexpr unsigned register_tile = 128, register_threads = 256;
