// p11: which kernel answers which variant. Parameters: output, a (size elements each), size.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/static_tensor.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;
HIPPUZZLE_BINDINGS("p11", {"raw", launch<raw_pooling>},
                   {"layout-tensor", launch<layout_tensor_pooling>});
