// Loads and stores of global and flat addresses. Source: AMD Instinct MI200 ISA, 10 and 12.12.
#include "amd_emulator/isa/loads_and_stores.hpp"

namespace hippuzzle::amd {

void add_global_memory(Registry& r) {
  add_loads<GlobalPlace>(r, "global_load_");
  add_loads<FlatPlace>(r, "flat_load_");
  add_stores<GlobalPlace, 0, 1>(r, "global_store_");
  add_stores<FlatPlace, 0, 1>(r, "flat_store_");
}

}  // namespace hippuzzle::amd
