// p02: the kernel. Parameters: output, a, b (one element each per thread of the block).
#include <hippuzzle/bindings.hpp>

#include HIPPUZZLE_KERNELS

HIPPUZZLE_BINDINGS("p02", {"", hippuzzle::launch<add>});
