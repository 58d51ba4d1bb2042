// p21: which kernel answers which variant. Parameters: output, indices, table; of the backward pass
// a launch of its own.
#include <hippuzzle/atomic.hpp>
#include <hippuzzle/bindings.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;

HIPPUZZLE_BINDINGS("p21", {"coalesced", launch<coalesced>}, {"grid-2d", launch<grid_2d>},
                   {"backward", backward});
