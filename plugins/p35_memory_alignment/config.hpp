// p35: the figures that the judge and the kernels must agree on.
#pragma once

constexpr unsigned TPB = 256;  // threads per block
constexpr unsigned WIDTH = 4;  // elements of a vector, 16 bytes
