// p01: the kernel. Parameters: output, a (one element per thread of the block).
#include <hippuzzle/kernels.hpp>

#include HIPPUZZLE_KERNELS

HIPPUZZLE_PLUGIN("p01", {"", hippuzzle::launch<add_10>});
