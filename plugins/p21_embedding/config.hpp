// p21: the figures that the judge and the kernels must agree on.
#pragma once

constexpr unsigned TPB = 256;    // threads per block
constexpr unsigned TPB_2D = 16;  // per block and direction, of grid-2d
