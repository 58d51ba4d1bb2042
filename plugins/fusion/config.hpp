// fusion: the figure that the judge and the kernels must agree on.
#pragma once

constexpr unsigned TPB = 16;  // threads per block in x and in y, and so the side of a tile
