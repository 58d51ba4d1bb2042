// p12: the figures that the judge and the kernels must agree on.
#pragma once

constexpr unsigned TPB = 8;         // threads per block, a power of two
constexpr unsigned WARP_TPB = 256;  // of --warp: whole warps, be they of 32 lanes or of 64
