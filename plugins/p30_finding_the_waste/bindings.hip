// p30: which kernel answers which variant. Parameters: output, a, b (size elements each), size.
#include <hippuzzle/bindings.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;

HIPPUZZLE_BINDINGS("p30", {"kernel1", launch<kernel1>}, {"kernel2", launch<kernel2>},
                   {"kernel3", launch<kernel3>}, {"kernel4", launch<kernel4>},
                   {"kernel5", launch<kernel5>});
