// ladder: which kernel answers which variant. Parameters: output, a.
#include <hippuzzle/bindings.hpp>

#include HIPPUZZLE_KERNELS

using hippuzzle::launch;
HIPPUZZLE_BINDINGS("ladder", {"naive", launch<naive>}, {"second", launch<naive>});
