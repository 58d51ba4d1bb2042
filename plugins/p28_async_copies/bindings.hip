// p28: which kernel answers which variant. Parameters: output, input (size elements each), taps
// (TAPS), size.
#include <hippuzzle/async_copy.hpp>
#include <hippuzzle/bindings.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;

HIPPUZZLE_BINDINGS("p28", {"single", launch<convolve_tile>}, {"halo", launch<convolve_halo>},
                   {"overlap", launch<convolve_overlapped>});
