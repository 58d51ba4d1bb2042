// hipCUB for the CPU: the operations of blocks and warps for kernels, those of whole arrays for the
// host.
#pragma once

#include <hip_cpu/set_macros_aside.hpp>

#include <hip_libraries/cub/block_adjacent.hpp>
#include <hip_libraries/cub/block_load_store.hpp>
#include <hip_libraries/cub/block_reduce.hpp>
#include <hip_libraries/cub/block_sort.hpp>
#include <hip_libraries/cub/device_reduce.hpp>
#include <hip_libraries/cub/device_select.hpp>
#include <hip_libraries/cub/device_sort.hpp>
#include <hip_libraries/cub/warp.hpp>

#include <hip_cpu/restore_macros.hpp>
