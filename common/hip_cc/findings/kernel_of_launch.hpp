// Kernels whose launches do not say their address: of a template whose arguments follow from the
// call, or an overloaded one. Such a launch is known by the loop over its threads.
#pragma once

#include <cstdint>
#include <string>

namespace hippuzzle::cc {

// The kernel that the loop beginning at that offset of the module calls; the offset itself where no
// loop begins there, or its kernel is not found.
uint64_t launched_kernel(const std::string& module, uint64_t offset);

}  // namespace hippuzzle::cc
