// p12: which kernel answers which variant. Parameters: output (1 element), a, b (size elements
// each), size.
#include <hippuzzle/atomic.hpp>
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/static_tensor.hpp>
#include <hippuzzle/warp.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

using hippuzzle::launch;

// Blocks add to output[0], so it is 0 before the kernel runs; a stream keeps this order.
template <auto kernel>
int32_t launch_after_zero(const hippuzzle_launch* all) {
  const hipError_t error =
      hipMemsetAsync(all->buffers[0], 0, sizeof(float), hippuzzle::stream_of(*all));
  return error == hipSuccess ? launch<kernel>(all) : static_cast<int32_t>(error);
}

HIPPUZZLE_BINDINGS("p12", {"raw", launch<raw_dot_product>},
                   {"layout-tensor", launch<layout_tensor_dot_product>},
                   {"many-blocks", launch_after_zero<many_blocks_dot_product>},
                   {"warp", launch_after_zero<warp_dot_product>});
