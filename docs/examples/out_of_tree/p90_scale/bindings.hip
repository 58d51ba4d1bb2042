// p90: which kernel answers which variant. Parameters: output, a (n elements each), n.
#include <hippuzzle/bindings.hpp>

#include HIPPUZZLE_KERNELS

HIPPUZZLE_BINDINGS("p90", {"simple", hippuzzle::launch<scale>});
