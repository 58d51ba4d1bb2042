// p22: which kernels answer which variant. --unfused and --backward have their launches in the
// learner's file: several kernels, or zeros before one.
#include <hippuzzle/atomic.hpp>
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/block.hpp>
#include <hippuzzle/stream_memory.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

// The grid has a block for each token, so the kernel gets the other extents only.
int32_t launch_fused(const hippuzzle_launch* all) {
  hippuzzle_launch launch = *all;
  launch.extents = {{all->extents.n[1], all->extents.n[2], 0, 0}};
  return hippuzzle::launch<fused>(&launch);
}

HIPPUZZLE_BINDINGS("p22", {"unfused", unfused}, {"fused", launch_fused}, {"backward", backward});
