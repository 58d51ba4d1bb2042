// p15: which kernel answers the variant. Parameters: output (rows x 1), a (rows x columns), rows,
// columns.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/static_tensor.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

HIPPUZZLE_BINDINGS("p15", {"", hippuzzle::launch<axis_sum>});
