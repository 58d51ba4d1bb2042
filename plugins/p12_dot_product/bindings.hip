// p12: which kernel answers which variant. Parameters: output (1 element), a, b (size elements
// each), size.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/static_tensor.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;
HIPPUZZLE_BINDINGS("p12", {"raw", launch<raw_dot_product>},
                   {"layout-tensor", launch<layout_tensor_dot_product>});
