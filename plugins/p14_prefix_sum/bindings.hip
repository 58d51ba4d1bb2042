// p14: which kernel answers which variant. Parameters: output, a (size elements each), size.
#include <hippuzzle/kernels.hpp>
#include <hippuzzle/static_tensor.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;
HIPPUZZLE_PLUGIN("p14", {"simple", launch<simple_prefix_sum>}, {"complete", complete_prefix_sum});
