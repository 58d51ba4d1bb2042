// p09: which kernel answers which variant. Parameters: output, a (size elements each), size.
#include <hippuzzle/kernels.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;
HIPPUZZLE_PLUGIN("p09", {"first-case", add_10}, {"second-case", launch<window_sum>},
                 {"third-case", launch<filter>});
