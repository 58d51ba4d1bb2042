// p01: the kernel. Parameters: output, a (one element per thread of the block).
#include <hippuzzle/bindings.hpp>

#include HIPPUZZLE_KERNELS

HIPPUZZLE_BINDINGS("p01", {"", hippuzzle::launch<add_10>});
