// p03: the kernel. Parameters: output, a (size elements each), size.
#include <hippuzzle/kernels.hpp>

#include HIPPUZZLE_KERNELS

HIPPUZZLE_PLUGIN("p03", {"", hippuzzle::launch<add_10_guarded>});
