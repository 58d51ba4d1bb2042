// p03: the kernel. Parameters: output, a (size elements each), size.
#include <hippuzzle/bindings.hpp>

#include HIPPUZZLE_KERNELS

HIPPUZZLE_BINDINGS("p03", {"", hippuzzle::launch<add_10_guarded>});
