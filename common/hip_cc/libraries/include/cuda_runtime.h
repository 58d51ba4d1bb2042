// CUDA's runtime by its own names, over HIP for the CPU.
#pragma once

#include <hip_cpu/set_macros_aside.hpp>

#include <hip/hip_runtime.h>
#include <hip_libraries/cuda_names.h>
#include <hip_libraries/cuda_atomics.hpp>
#include <hip_libraries/cuda_functions.hpp>
#include <hip_libraries/cuda_intrinsics.hpp>

#include <hip_cpu/restore_macros.hpp>
