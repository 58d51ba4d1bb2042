// p06: the kernel. Parameters: output, a (size elements each), size.
#include <hippuzzle/kernels.hpp>

#include HIPPUZZLE_KERNELS

HIPPUZZLE_PLUGIN("p06", {"", hippuzzle::launch<add_10_blocks>});
