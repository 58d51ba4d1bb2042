// p25: which kernel answers which variant. Parameters: output, input (size elements each), size.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/warp.hpp>
#include <hippuzzle/warp_launch.hpp>

#include HIPPUZZLE_KERNELS

using hippuzzle::launch_in_warps;

HIPPUZZLE_BINDINGS("p25", {"neighbor", launch_in_warps<neighbor_difference>},
                   {"average", launch_in_warps<moving_average>},
                   {"broadcast-basic", launch_in_warps<add_first_four>},
                   {"broadcast-conditional", launch_in_warps<compare_with_limit>},
                   {"broadcast-shuffle-coordination", launch_in_warps<scale_pairs>});
