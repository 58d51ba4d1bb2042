// The size of the shared memory that a kernel declares itself.
#pragma once

#include <cstddef>

namespace hip_cpu {

// The sum of the kernel's own __shared__ variables, as the symbol table of its module names them.
// Variables of device functions that it calls do not count; a module without a symbol table (a
// stripped one) counts none.
std::size_t static_shared_bytes(const void* kernel);

}  // namespace hip_cpu
