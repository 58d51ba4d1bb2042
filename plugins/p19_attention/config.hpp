// p19: the figures that the judge and the kernels must agree on.
#pragma once

constexpr unsigned TILE = 16;         // side of a tile and of a block of --transpose
constexpr unsigned KEY_THREADS = 32;  // threads of a key's block, which makes one score
constexpr unsigned TPB = 128;         // threads of the softmax's block and of the last product's
