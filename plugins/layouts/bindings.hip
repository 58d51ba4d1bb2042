// layouts: which kernel answers which variant. Parameters: output (rows x columns elements), a
// (rows x columns, row-major), rows, columns.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/layout_tensor.hpp>
#include <hippuzzle/tensor_print.hpp>

#include HIPPUZZLE_KERNELS

using hippuzzle::launch;
HIPPUZZLE_BINDINGS("layouts", {"intro", launch<layout_tensor_intro>},
                   {"row-major", launch<row_major_copy>}, {"col-major", launch<col_major_copy>},
                   {"tiled", launch<tiled_copy>});
