// gemm_rungs: the figures that the launch configuration and the kernels must agree on.
#pragma once

constexpr unsigned TILE = 32;    // threads of a block in x and in y, the side of a tile
constexpr unsigned SIDE = 64;    // rows and columns of C that a block of register-blocked computes
constexpr unsigned DEPTH = 8;    // terms that its tiles hold at a time
constexpr unsigned VALUES = 8;   // rows and columns of C that one of its threads computes
constexpr unsigned THREADS = 8;  // of its block, in x and in y: SIDE / VALUES
