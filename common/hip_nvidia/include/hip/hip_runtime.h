// ROCm's <hip/hip_runtime.h> for NVIDIA, with the fixes that this project needs.
//
// <hip/hip_runtime_api.h> in this folder, which ROCm's header includes, fixes its host API. In
// device code ROCm's header (HIP 5.2 to 7) replaces assert by a macro that negates only the first
// operand of the condition; CUDA's is restored.
#pragma once

#include <hip/hip_runtime_api.h>

#include_next <hip/hip_runtime.h>

#ifdef abort_
#undef abort_
#include <assert.h>
#endif
