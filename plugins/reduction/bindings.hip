// reduction: which kernel answers which variant. Parameters: output (1 element), a (size elements),
// size. --last-block also has `partial`, an element a block, and the counter `arrived`, which is 0
// before the launch.
#include <hippuzzle/atomic.hpp>
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/warp.hpp>
#include <hippuzzle/warp_collectives.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

// Threads add to output[0], so it is 0 before the kernel runs; a stream keeps this order.
template <auto kernel>
int32_t launch_after_zero(const hippuzzle_launch* all) {
  const hipError_t error =
      hipMemsetAsync(all->buffers[0], 0, sizeof(float), hippuzzle::stream_of(*all));
  return error == hipSuccess ? hippuzzle::launch<kernel>(all) : static_cast<int32_t>(error);
}

// The memory of --last-block besides its buffers, the counter behind the sums.
int32_t allocate(const hippuzzle_launch* all, void** state) {
  return static_cast<int32_t>(hipMalloc(state, (all->configuration.grid.x + 1) * sizeof(float)));
}
int32_t release(const hippuzzle_launch*, void* state) {
  return static_cast<int32_t>(hipFree(state));
}

int32_t launch_with_partial(const hippuzzle_launch* all) {
  auto* const partial = static_cast<float*>(all->state);
  float* const arrived = partial + all->configuration.grid.x;
  const hipError_t error = hipMemsetAsync(arrived, 0, sizeof(unsigned), hippuzzle::stream_of(*all));
  if (error != hipSuccess) return static_cast<int32_t>(error);
  void* const buffers[] = {all->buffers[0], partial, arrived, all->buffers[1]};
  hippuzzle_launch launch = *all;
  launch.buffers = buffers;
  return hippuzzle::launch<last_block>(&launch);
}

HIPPUZZLE_BINDINGS("reduction", {"atomics", launch_after_zero<atomics>},
                   {"tree", launch_after_zero<tree>}, {"first-add", launch_after_zero<first_add>},
                   {"warp", launch_after_zero<warp>},
                   {"grid-stride", launch_after_zero<grid_stride>},
                   {"last-block", launch_with_partial, nullptr, nullptr, allocate, release});
