// p13: the figures that the judge and the kernels must agree on.
#pragma once

constexpr unsigned TPB = 8;            // threads per block
constexpr unsigned TAPS = 3;           // elements of b in --simple
constexpr unsigned BOUNDARY_TAPS = 4;  // elements of b in --block-boundary
constexpr unsigned PICTURE_TPB = 4;    // threads per block of --picture, in x and in y
constexpr unsigned PICTURE_TAPS = 3;   // rows and columns of b in --picture, odd
