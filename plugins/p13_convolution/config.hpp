// p13: the figures that the judge and the kernels must agree on.
#pragma once

constexpr unsigned TPB = 8;            // threads per block
constexpr unsigned TAPS = 3;           // elements of b in --simple
constexpr unsigned BOUNDARY_TAPS = 4;  // elements of b in --block-boundary
