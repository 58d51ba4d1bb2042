// p08: which kernel answers which variant. Parameters: output, a (size elements each), size.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/static_tensor.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;
HIPPUZZLE_BINDINGS("p08", {"raw", launch<raw_add_10_shared>},
                   {"layout-tensor", launch<layout_tensor_add_10_shared>},
                   {"reverse", launch<reverse_in_block>});
