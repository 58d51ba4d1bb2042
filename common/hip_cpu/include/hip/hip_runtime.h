// HIP for the CPU: the header that a HIP source includes. The host functions alone are in
// <hip/hip_runtime_api.h>.
//
// A function of HIP that is not declared below is not there: its use is a compile error that names
// it. To a source in C it is the host functions alone.
#pragma once

#include <hip_cpu/set_macros_aside.hpp>

#include <hip/hip_runtime_api.h>

#ifdef __cplusplus
#include <hip_cpu/amdgcn_builtins.hpp>
#include <hip_cpu/atomics.hpp>
#include <hip_cpu/builtins.hpp>
#include <hip_cpu/device_clock.hpp>
#include <hip_cpu/launch.hpp>
#include <hip_cpu/launch_functions.hpp>
#include <hip_cpu/math.hpp>
#include <hip_cpu/programs.hpp>
#include <hip_cpu/scoped_atomics.hpp>
#include <hip_cpu/sync.hpp>
#include <hip_cpu/textures.hpp>
#include <hip_cpu/vector_types.hpp>
#include <hip_cpu/warp_functions.hpp>
#else
#include <string.h>
#endif

#include <hip_cpu/restore_macros.hpp>
