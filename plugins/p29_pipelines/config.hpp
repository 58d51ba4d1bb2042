// p29: the figures that the judge and the kernels must agree on.
#pragma once

constexpr unsigned TPB = 256;                  // threads per block, and elements of a tile
constexpr unsigned PASSES = 3;                 // of the smoothing
constexpr unsigned TILES = 4;                  // of a block of the pipeline
constexpr unsigned STAGES = 3;                 // places for tiles in its ring
constexpr unsigned LOADERS = 64;               // threads that load: whole warps of 32 or 64 lanes
constexpr unsigned SMOOTHERS = TPB - LOADERS;  // threads that smooth
