// p18: which kernel answers which variant. Parameters: output, input; size, or rows and columns.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/block.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;

// The grid has a block for each row, so the kernel gets the columns only.
template <auto kernel>
int32_t launch_rows(const hippuzzle_launch* all) {
  hippuzzle_launch columns_only = *all;
  columns_only.extents = {{all->extents.n[1], 0, 0, 0}};
  return launch<kernel>(&columns_only);
}

HIPPUZZLE_BINDINGS("p18", {"block", launch<softmax_of_block>},
                   {"rows", launch_rows<softmax_of_row>}, {"online", launch_rows<softmax_online>});
