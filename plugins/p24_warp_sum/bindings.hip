// p24: which kernel answers which variant. Parameters: output (an element a block), a, b (size
// elements each), size.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/warp_collectives.hpp>
#include <hippuzzle/warp_launch.hpp>

#include HIPPUZZLE_KERNELS

using hippuzzle::launch_in_warps;

HIPPUZZLE_BINDINGS("p24", {"traditional", launch_in_warps<traditional_dot_product>},
                   {"kernel", launch_in_warps<warp_dot_product>},
                   {"functional", launch_in_warps<functional_dot_product>});
