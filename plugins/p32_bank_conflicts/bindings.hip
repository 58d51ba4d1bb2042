// p32: which kernel answers which variant. Parameters: output, input (size elements each), size.
#include <hippuzzle/bindings.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;

HIPPUZZLE_BINDINGS("p32", {"no-conflict", launch<no_conflict>}, {"two-way", launch<two_way>});
