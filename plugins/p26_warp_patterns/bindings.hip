// p26: which kernel answers which variant. Parameters: output, input (size elements each), size
// and, for the partitions, the pivot.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/warp.hpp>
#include <hippuzzle/warp_launch.hpp>

#include HIPPUZZLE_KERNELS

using hippuzzle::launch_in_warps;

HIPPUZZLE_BINDINGS("p26", {"pair-swap", launch_in_warps<swap_pairs>},
                   {"parallel-max", launch_in_warps<largest_of_warp>},
                   {"conditional-max", launch_in_warps<largest_and_smallest>},
                   {"prefix-sum", launch_in_warps<prefix_sum>},
                   {"partition", launch_in_warps<partition_by_scan>},
                   {"partition-ballot", launch_in_warps<partition_by_ballot>});
