// The host's changes to device memory, for the shadow memory of it.
#pragma once

namespace hip_cpu::check {

// Device memory comes from the first machine from now on, at addresses that are never used again.
void install_allocator();

}  // namespace hip_cpu::check
