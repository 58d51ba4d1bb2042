// bank_conflicts: which kernel answers which variant. Parameters: output (columns x rows), a (rows
// x columns), both row-major, rows, columns.
#include <hippuzzle/bindings.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;
HIPPUZZLE_BINDINGS("bank_conflicts", {"conflicting", launch<conflicting_transpose>},
                   {"padded", launch<padded_transpose>}, {"swizzled", launch<swizzled_transpose>});
