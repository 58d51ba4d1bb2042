// p09: the figures that the judge and the kernels must agree on.
#pragma once

constexpr unsigned TPB = 4;          // threads per block of --third-case
constexpr unsigned CELLS = TPB - 1;  // its shared cells
constexpr int RADIUS = 1;            // neighbours on each side in --second-case
