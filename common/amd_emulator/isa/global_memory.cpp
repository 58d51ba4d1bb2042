// Loads and stores of global and flat addresses, and from memory into LDS. Source: AMD Instinct
// MI200 ISA, 10 and 12.12.
#include "amd_emulator/isa/loads_and_stores.hpp"

namespace hippuzzle::amd {
namespace {

// Loads from memory into LDS, a dword for each lane from the address in M0 on, of bytes and words
// extended; lanes that are off are left out.
template <class Place, Loaded what>
void load_into_local(Wave& w, const Instruction& i) {
  const Place at(w, i, 0);
  const uint32_t base = local_base(w, i);
  for_lanes(w, [&](unsigned l) {
    const uint32_t dword = loaded<what>(at.at(l, what.bytes));
    if (uint8_t* to = in_lds(w, base + 4 * l, 4)) std::memcpy(to, &dword, 4);
  });
}

template <class Place>
void add_loads_into_local(Registry& r, const std::string& prefix) {
  r.add(prefix + "dword", load_into_local<Place, Loaded{4}>);
  r.add(prefix + "ubyte", load_into_local<Place, Loaded{1}>);
  r.add(prefix + "sbyte", load_into_local<Place, Loaded{1, true}>);
  r.add(prefix + "ushort", load_into_local<Place, Loaded{2}>);
  r.add(prefix + "sshort", load_into_local<Place, Loaded{2, true}>);
}

}  // namespace

void add_global_memory(Registry& r) {
  add_loads<GlobalPlace>(r, "global_load_");
  add_loads<FlatPlace>(r, "flat_load_");
  add_loads_into_local<GlobalPlace>(r, "global_load_lds_");
  add_loads_into_local<BufferPlace>(r, "buffer_load_lds_");
  add_stores<GlobalPlace, 0, 1>(r, "global_store_");
  add_stores<FlatPlace, 0, 1>(r, "flat_store_");
}

}  // namespace hippuzzle::amd
