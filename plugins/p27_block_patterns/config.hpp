// p27: the figure that the judge and the kernels must agree on.
#pragma once

constexpr unsigned TPB = 128;  // threads per block: four warps of 32 lanes or two of 64
