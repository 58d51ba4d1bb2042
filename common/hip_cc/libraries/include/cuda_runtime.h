// CUDA's runtime by its own names, over HIP for the CPU.
#pragma once

#include <hip_cpu/set_macros_aside.hpp>

#include <hip/hip_runtime.h>
#include <hip_libraries/cuda_names.h>
#include <hip_libraries/cuda_atomics.hpp>
#include <hip_libraries/cuda_functions.hpp>
#include <hip_libraries/cuda_intrinsics.hpp>

#include <hip_cpu/restore_macros.hpp>

// NVIDIA's headers ask by the guards of its own whether the runtime was included.
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__
#endif
#ifndef __DRIVER_TYPES_H__
#define __DRIVER_TYPES_H__
#endif
