// The kernels that modules have registered.
#pragma once

#include <hip_cpu/registered_kernels.hpp>

namespace hip_cpu {

// Null for an address that none is registered at.
const KernelRecord* find_kernel(const void* kernel);

// The kernel of that name in the module that is loaded there.
const KernelRecord* find_kernel(const void* module_begin, const char* name);

}  // namespace hip_cpu
