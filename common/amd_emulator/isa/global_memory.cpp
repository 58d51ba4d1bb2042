// Loads and stores of global and flat addresses. Source: AMD Instinct MI200 ISA, 10 and 12.12.
#include "amd_emulator/isa/loads_and_stores.hpp"

namespace hippuzzle::amd {
namespace {

// Loads from memory into LDS, lane after lane from the address in M0 on; lanes that are off are
// left out.
void load_into_local(Wave& w, const Instruction& i) {
  const GlobalPlace at(w, i, 0);
  const uint32_t base = local_base(w, i);
  for_lanes(w, [&](unsigned l) {
    const uint8_t* from = at.at(l, 4);
    if (uint8_t* to = in_lds(w, base + 4 * l, 4)) std::memcpy(to, from, 4);
  });
}

}  // namespace

void add_global_memory(Registry& r) {
  add_loads<GlobalPlace>(r, "global_load_");
  add_loads<FlatPlace>(r, "flat_load_");
  r.add("global_load_lds_dword", load_into_local);
  add_stores<GlobalPlace, 0, 1>(r, "global_store_");
  add_stores<FlatPlace, 0, 1>(r, "flat_store_");
}

}  // namespace hippuzzle::amd
