// p15: which kernel answers the variant. Parameters: output (rows x 1), a (rows x columns), rows,
// columns.
#include <hippuzzle/kernels.hpp>
#include <hippuzzle/static_tensor.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

HIPPUZZLE_PLUGIN("p15", {"", hippuzzle::launch<axis_sum>});
