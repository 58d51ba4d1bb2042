// p33: the figures that the judge and the kernels must agree on.
#pragma once

constexpr unsigned TPB = 256;     // threads per block of the matrix cores' kernel
constexpr unsigned ROWS = 128;    // of its output tile
constexpr unsigned COLUMNS = 64;  // of its output tile
constexpr unsigned DEPTH = 32;    // k of its operand tiles
constexpr unsigned SIDE = 32;     // of the tiled kernel's tiles
