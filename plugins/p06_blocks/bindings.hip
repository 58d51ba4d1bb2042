// p06: the kernel. Parameters: output, a (size elements each), size.
#include <hippuzzle/bindings.hpp>

#include HIPPUZZLE_KERNELS

HIPPUZZLE_BINDINGS("p06", {"", hippuzzle::launch<add_10_blocks>});
