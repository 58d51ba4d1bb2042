// p16: the figure that the launch configuration and the kernels must agree on.
#pragma once

constexpr unsigned TPB = 3;  // threads per block in x and in y, and so the side of a tile
