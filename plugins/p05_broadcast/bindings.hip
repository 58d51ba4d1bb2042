// p05: which kernel answers which variant. Parameters: output (size x size, row-major), a and b
// (size elements each), size.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/layout_tensor.hpp>

#include HIPPUZZLE_KERNELS

using hippuzzle::launch;
HIPPUZZLE_BINDINGS("p05", {"raw", launch<raw_broadcast_add>},
                   {"layout-tensor", launch<layout_tensor_broadcast_add>});
