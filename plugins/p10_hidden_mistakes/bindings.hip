// p10: which kernel answers which variant. Parameters: output, a (size x size, row-major), size.

// As on a GPU, an index outside a tensor's shape goes unnoticed; only the check looks at it.
#define HIPPUZZLE_SHAPES_AS_ON_A_GPU
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/layout_tensor.hpp>

#include HIPPUZZLE_KERNELS

using hippuzzle::launch;
HIPPUZZLE_BINDINGS("p10", {"memory-bug", launch<add_10_2d>},
                   {"race-condition", launch<sum_of_all>});
