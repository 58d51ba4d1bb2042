// p33: which kernel answers which variant. Parameters: output, a, b, then m, n, k.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/matrix/matrix_core.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;

HIPPUZZLE_BINDINGS("p33", {"tensor-core", launch<tensor_core>}, {"tiled", launch<tiled>});
