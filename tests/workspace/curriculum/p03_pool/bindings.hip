// p03: which kernel answers which variant. Parameters: output, a (size elements each), size.
#include <hippuzzle/bindings.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;
HIPPUZZLE_BINDINGS("p03", {"raw", launch<raw_pooling>}, {"staged", launch<staged_pooling>});
