// p02: the kernel. Parameters: output, a (one element per thread of the block).
#include <hippuzzle/bindings.hpp>

#include HIPPUZZLE_KERNELS

HIPPUZZLE_BINDINGS("p02", {"", hippuzzle::launch<subtract_1>});
