// CUDA's functions that take a kernel where HIP's take its address.
#pragma once

#include <hip/hip_runtime_api.h>

template <typename... Parameters>
HIP_CPU_HANDS_ON hipError_t hipFuncSetAttribute(void (*kernel)(Parameters...),
                                                hipFuncAttribute attribute, int value) {
  return hipFuncSetAttribute(reinterpret_cast<const void*>(kernel), attribute, value);
}
