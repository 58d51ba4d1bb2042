// p16: the figure that the launch configuration and the kernels must agree on.
#pragma once

// Kernels are compiled for one tile at a time. The build compiles them for the usual tile and for
// these as well: the first ones for cases of the judge, the others for tiles that a user names.
#define HIPPUZZLE_TILES 16
#define HIPPUZZLE_MORE_TILES 4, 32

#ifndef HIPPUZZLE_TILE
#define HIPPUZZLE_TILE 3
#endif

constexpr unsigned TPB = HIPPUZZLE_TILE;    // threads per block in x and in y, the side of a tile
constexpr unsigned PITCH = TPB + 32 / TPB;  // of a tile's rows in shared memory, padded
constexpr unsigned VALUES = 2;              // of a thread of layout-algebra, in x and in y
