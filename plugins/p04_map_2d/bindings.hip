// p04: which kernel answers which variant. Parameters: output, a (size x size, row-major), size.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/layout_tensor.hpp>

#include HIPPUZZLE_KERNELS

using hippuzzle::launch;
HIPPUZZLE_BINDINGS("p04", {"raw", launch<raw_add_10_2d>},
                   {"layout-tensor", launch<layout_tensor_add_10_2d>});
