// Kernels that a running program finds by name or address: after each definition of a kernel that
// is not a template, on its last line, comes a ::hip_cpu::RegisteredKernel
// (<hip_cpu/registered_kernels.hpp>).
#pragma once

#include <string>
#include <string_view>

namespace hippuzzle::cc {

// The source with these objects. Kernels whose __global__ a macro of the source gives are left out,
// and those in classes and functions.
std::string register_kernels(std::string_view source);

}  // namespace hippuzzle::cc
