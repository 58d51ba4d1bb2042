// p23: which kernel answers which variant. Parameters: output, a, b (size elements each), size.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/functional.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;

HIPPUZZLE_BINDINGS("p23", {"elementwise", launch<elementwise>}, {"tiled", launch<tiled>},
                   {"manual-vectorized", launch<manual_vectorized>},
                   {"vectorized", launch<vectorized>});
