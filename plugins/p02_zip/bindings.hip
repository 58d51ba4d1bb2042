// p02: the kernel. Parameters: output, a, b (one element each per thread of the block).
#include <hippuzzle/kernels.hpp>

#include HIPPUZZLE_KERNELS

HIPPUZZLE_PLUGIN("p02", {"", hippuzzle::launch<add>});
