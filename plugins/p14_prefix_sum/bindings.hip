// p14: which kernel answers which variant. Parameters: output, a (size elements each), size.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/static_tensor.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;
HIPPUZZLE_BINDINGS("p14", {"simple", launch<simple_prefix_sum>}, {"complete", complete_prefix_sum});
