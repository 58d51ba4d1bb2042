// p31: which kernel answers which variant, and the function that decides its blocks. Parameters:
// output, x, y (size elements each), size.
#include <hippuzzle/bindings.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

template <auto kernel, auto blocks_for>
int32_t launch_in(const hippuzzle_launch* all) {
  const Blocks blocks = blocks_for(static_cast<unsigned>(all->extents.n[0]));
  hippuzzle_launch own = *all;
  own.configuration = {{blocks.count, 1, 1}, {blocks.threads, 1, 1}, 0};
  return hippuzzle::launch<kernel>(&own);
}

HIPPUZZLE_BINDINGS("p31", {"minimal", launch_in<minimal_saxpy, minimal_blocks>},
                   {"sophisticated", launch_in<sophisticated_saxpy, sophisticated_blocks>},
                   {"balanced", launch_in<balanced_saxpy, balanced_blocks>});
