// reduction: the figures that the judge and the kernels must agree on.
#pragma once

constexpr unsigned TPB = 256;           // threads per block: whole warps, of 32 lanes or of 64
constexpr unsigned MOST_BLOCKS = 1024;  // of --grid-stride and --last-block
