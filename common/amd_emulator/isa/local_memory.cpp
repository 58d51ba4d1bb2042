// Loads and stores of LDS. Addresses outside the workgroup's allocation read as 0 and are not
// written. Source: AMD Instinct MI200 ISA, 11 and 12.11.
#include "amd_emulator/isa/loads_and_stores.hpp"

namespace hippuzzle::amd {
namespace {

// Two addresses, whose offsets count elements times `stride`.
template <unsigned dwords, unsigned stride>
uint32_t element_offset(int32_t offset) {
  return static_cast<uint32_t>(offset) * dwords * 4 * stride;
}

template <unsigned dwords, unsigned stride>
void load_two(Wave& w, const Instruction& i) {
  constexpr unsigned bytes = 4 * dwords;
  const Row address = w.rows[i.operands[1].index];
  const uint32_t offsets[] = {element_offset<dwords, stride>(i.offset),
                              element_offset<dwords, stride>(i.second_offset)};
  const uint16_t row = i.operands[0].index;
  const std::vector<uint8_t>& lds = w.workgroup->lds;
  for_halves(w, [&](unsigned first, uint32_t on) {
    for (unsigned k = 0; k < 2; ++k) {
      const auto to = static_cast<uint16_t>(row + k * dwords);
      const Together all(address.lane + first, on, offsets[k]);
      if (uint64_t{all.highest} + bytes <= lds.size()) {
        load_together<bytes>(w, to, first, on, lds.data(), all);
        continue;
      }
      for_each(on, [&](unsigned l) {
        take<Loaded{bytes}>(w, to, first + l, in_lds(w, all.offsets[l], bytes));
      });
    }
  });
}

template <unsigned dwords, unsigned stride>
void store_two(Wave& w, const Instruction& i) {
  const Row& address = w.rows[i.operands[0].index];
  const uint32_t offsets[] = {element_offset<dwords, stride>(i.offset),
                              element_offset<dwords, stride>(i.second_offset)};
  for_lanes(w, [&](unsigned l) {
    for (unsigned k = 0; k < 2; ++k) {
      uint8_t* to = in_lds(w, address.lane[l] + offsets[k], 4 * dwords);
      if (to == nullptr) continue;
      for (unsigned d = 0; d < dwords; ++d)
        std::memcpy(to + 4 * d, &w.rows[i.operands[1 + k].index + d].lane[l], 4);
    }
  });
}

}  // namespace

void add_local_memory(Registry& r, Generation) {
  const auto add = [&](const char* name, const char* later, Execute execute) {
    r.add(std::string("ds_") + name, execute);
    r.add(std::string("ds_") + later, execute);
  };
  using Into = Loaded::Into;
  add("read_b32", "load_b32", load<LocalPlace, Loaded{4}>);
  add("read_b64", "load_b64", load<LocalPlace, Loaded{8}>);
  add("read_b96", "load_b96", load<LocalPlace, Loaded{12}>);
  add("read_b128", "load_b128", load<LocalPlace, Loaded{16}>);
  add("read_u8", "load_u8", load<LocalPlace, Loaded{1}>);
  add("read_i8", "load_i8", load<LocalPlace, Loaded{1, true}>);
  add("read_u16", "load_u16", load<LocalPlace, Loaded{2}>);
  add("read_i16", "load_i16", load<LocalPlace, Loaded{2, true}>);
  add("read_u8_d16", "load_u8_d16", load<LocalPlace, Loaded{1, false, Into::low}>);
  add("read_u8_d16_hi", "load_u8_d16_hi", load<LocalPlace, Loaded{1, false, Into::high}>);
  add("read_i8_d16", "load_i8_d16", load<LocalPlace, Loaded{1, true, Into::low}>);
  add("read_i8_d16_hi", "load_i8_d16_hi", load<LocalPlace, Loaded{1, true, Into::high}>);
  add("read_u16_d16", "load_u16_d16", load<LocalPlace, Loaded{2, false, Into::low}>);
  add("read_u16_d16_hi", "load_u16_d16_hi", load<LocalPlace, Loaded{2, false, Into::high}>);
  add("write_b32", "store_b32", store<LocalPlace, 4, 0, 1, 0>);
  add("write_b64", "store_b64", store<LocalPlace, 8, 0, 1, 0>);
  add("write_b96", "store_b96", store<LocalPlace, 12, 0, 1, 0>);
  add("write_b128", "store_b128", store<LocalPlace, 16, 0, 1, 0>);
  add("write_b8", "store_b8", store<LocalPlace, 1, 0, 1, 0>);
  add("write_b16", "store_b16", store<LocalPlace, 2, 0, 1, 0>);
  add("write_b8_d16_hi", "store_b8_d16_hi", store<LocalPlace, 1, 0, 1, 16>);
  add("write_b16_d16_hi", "store_b16_d16_hi", store<LocalPlace, 2, 0, 1, 16>);
  add("read2_b32", "load_2addr_b32", load_two<1, 1>);
  add("read2_b64", "load_2addr_b64", load_two<2, 1>);
  add("read2st64_b32", "load_2addr_stride64_b32", load_two<1, 64>);
  add("read2st64_b64", "load_2addr_stride64_b64", load_two<2, 64>);
  add("write2_b32", "store_2addr_b32", store_two<1, 1>);
  add("write2_b64", "store_2addr_b64", store_two<2, 1>);
  add("write2st64_b32", "store_2addr_stride64_b32", store_two<1, 64>);
  add("write2st64_b64", "store_2addr_stride64_b64", store_two<2, 64>);
}

}  // namespace hippuzzle::amd
