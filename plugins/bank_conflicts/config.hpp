// bank_conflicts: the figures that the judge and the kernels must agree on.
#pragma once

constexpr unsigned TILE = 32;  // rows and columns of a tile, and threads of a block in x
constexpr unsigned ROWS = 8;   // threads of a block in y: each takes TILE / ROWS rows of a tile
