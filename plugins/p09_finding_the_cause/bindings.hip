// p09: which kernel answers which variant. Parameters: output, a (size elements each), size.
#include <hippuzzle/bindings.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;
HIPPUZZLE_BINDINGS("p09", {"first-case", add_10}, {"second-case", launch<window_sum>},
                   {"third-case", launch<filter>});
