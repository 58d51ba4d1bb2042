// SMEM loads: dwords from a uniform address into scalar registers. Source: AMD Instinct MI200 ISA,
// 8 and 12.6: the two lowest bits of the address are ignored.
#include "amd_emulator/isa/places.hpp"

namespace hippuzzle::amd {
namespace {

template <unsigned dwords>
void load(Wave& w, const Instruction& i) {
  const uint8_t* from = w.global(uniform_address(w, i), 4 * dwords, i);
  std::memcpy(&w.scalars[i.operands[0].index], from, 4 * dwords);
}

template <unsigned dwords>
void add_load(Registry& r, const std::string& name, const std::string& later) {
  r.add("s_load_" + name, load<dwords>);
  r.add("s_load_" + later, load<dwords>);
}

}  // namespace

void add_scalar_memory(Registry& r) {
  add_load<1>(r, "dword", "b32");
  add_load<2>(r, "dwordx2", "b64");
  add_load<4>(r, "dwordx4", "b128");
  add_load<8>(r, "dwordx8", "b256");
  add_load<16>(r, "dwordx16", "b512");
}

}  // namespace hippuzzle::amd
