// fusion: which kernel answers which variant. Parameters: output (m x n; m for fused-sum), a (m x
// k), b (k x n), bias (n), row-major, m, n, k.
#include <hippuzzle/bindings.hpp>

#include "config.hpp"
#include "product.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;
HIPPUZZLE_BINDINGS("fusion", {"unfused", unfused_layer}, {"fused", launch<fused_layer>},
                   {"fused-sum", launch<fused_sum_layer>});
