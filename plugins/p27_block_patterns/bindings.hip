// p27: which kernel answers which variant. Parameters: the outputs, the inputs (size elements
// each), size and, for the histogram, the bin.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/block.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;

// Extents are at least 1, and bins are counted from 0.
template <auto kernel>
int32_t launch_for_bin(const hippuzzle_launch* all) {
  hippuzzle_launch from_zero = *all;
  --from_zero.extents.n[1];
  return launch<kernel>(&from_zero);
}

HIPPUZZLE_BINDINGS("p27", {"traditional-dot-product", launch<traditional_dot_product>},
                   {"block-sum-dot-product", launch<block_sum_dot_product>},
                   {"histogram", launch_for_bin<pack_bin>}, {"normalize", launch<divide_by_mean>});
