// Waiting at a block's barrier, for who does it in the place of a kernel.
#pragma once

namespace hip_cpu::check {

// Does what __syncthreads() does that is called at `code` in the function with this frame pointer.
void wait_for_block(const void* code, const void* frame);

}  // namespace hip_cpu::check
