// p08: the figure that the launch configuration and the kernels must agree on.
#pragma once

constexpr unsigned TPB = 4;  // threads per block, and so elements of a block's shared memory
