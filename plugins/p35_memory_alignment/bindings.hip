// p35: which kernel answers which variant. Parameters: output, a (size elements each), size. Both
// arrays begin `offset` elements into their buffers, and the output's elements before it become 0.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/functional.hpp>

#include "config.hpp"
#include HIPPUZZLE_KERNELS

template <auto kernel>
int32_t launch_moved(const hippuzzle_launch* all) {
  const uint64_t offset = all->extents.n[1] - 1;
  auto* const output = static_cast<float*>(all->buffers[0]);
  if (offset > 0) {
    const hipError_t error =
        hipMemsetAsync(output, 0, offset * sizeof(float), hippuzzle::stream_of(*all));
    if (error != hipSuccess) return static_cast<int32_t>(error);
  }
  void* const moved[] = {output + offset, static_cast<float*>(all->buffers[1]) + offset};
  hippuzzle_launch launch = *all;
  launch.buffers = moved;
  return hippuzzle::launch<kernel>(&launch);
}

HIPPUZZLE_BINDINGS("p35", {"scalar", launch_moved<scalar>}, {"unaligned", launch_moved<unaligned>},
                   {"aligned", launch_moved<aligned>});
