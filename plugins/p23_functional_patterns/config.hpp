// p23: the figures that the judge and the kernels must agree on.
#pragma once

constexpr unsigned TPB = 64;           // threads per block
constexpr unsigned WIDTH = 4;          // elements of a vector
constexpr unsigned TILE = 32;          // elements of a thread, of tiled and vectorized
constexpr unsigned MANUAL_TILE = 128;  // of manual_vectorized
