// p08: which kernel answers which variant. Parameters: output, a (size elements each), size.
#include <hippuzzle/kernels.hpp>
#include <hippuzzle/static_tensor.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;
HIPPUZZLE_PLUGIN("p08", {"raw", launch<raw_add_10_shared>},
                 {"layout-tensor", launch<layout_tensor_add_10_shared>});
