#include "hip_cpu/simt/allocator.hpp"

namespace hip_cpu {

const DeviceAllocator* device_allocator = nullptr;

}  // namespace hip_cpu
