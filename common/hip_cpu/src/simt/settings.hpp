// The limits of a launch, and the user's settings of hip_cpu/config.h.
#pragma once

#include <cstddef>

namespace hip_cpu {

// Limits of a GPU: of AMD's and NVIDIA's limits the stricter, so that a kernel that runs here runs
// on both.
inline constexpr unsigned max_threads_per_block = 1024;
inline constexpr unsigned max_block[3] = {1024, 1024, 64};
inline constexpr unsigned max_grid[3] = {2147483647, 65535, 65535};
inline constexpr std::size_t shared_bytes_per_block = 64 * 1024;
inline constexpr int max_array_side = 16384;

}  // namespace hip_cpu
