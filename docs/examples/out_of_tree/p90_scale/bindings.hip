// p90: which kernel answers which variant. Parameters: output, a (n elements each), n.
#include <hippuzzle/kernels.hpp>

#include HIPPUZZLE_KERNELS

HIPPUZZLE_PLUGIN("p90", {"simple", hippuzzle::launch<scale>});
