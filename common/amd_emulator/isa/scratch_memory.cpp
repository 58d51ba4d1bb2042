// Loads and stores of a thread's private memory: spilled registers, arrays, the stack of calls; and
// of other buffers, whose instructions are the same.
// Source: AMD Instinct MI200 ISA, 9 (buffers), 10 (scratch).
#include "amd_emulator/isa/loads_and_stores.hpp"

namespace hippuzzle::amd {

void add_private_memory(Registry& r) {
  add_loads<ScratchPlace>(r, "scratch_load_");
  add_stores<ScratchPlace, 0, 1>(r, "scratch_store_");
  add_loads<BufferPlace>(r, "buffer_load_");
  add_stores<BufferPlace, 1, 0>(r, "buffer_store_");
}

}  // namespace hippuzzle::amd
