// Loads and stores of all kinds, by the place where a lane's bytes are (places.hpp).
#pragma once

#include <string>

#include "amd_emulator/isa/places.hpp"

namespace hippuzzle::amd {

// The type of a load: bytes, extended by zeros or the sign; less than a dword may fill one half of
// a register and leave the other.
struct Loaded {
  unsigned bytes;
  bool is_signed = false;
  enum class Into { whole, low, high } into = Into::whole;
};

// Loads at most a dword, extended; 0 where there is none.
template <Loaded what>
uint32_t loaded(const uint8_t* from) {
  uint32_t value = 0;
  if (from != nullptr) std::memcpy(&value, from, what.bytes);
  if constexpr (what.is_signed) {
    constexpr unsigned shift = 32 - 8 * what.bytes;
    value = static_cast<uint32_t>(static_cast<int32_t>(value << shift) >> shift);
  }
  return value;
}

template <Loaded what>
void take(Wave& w, uint16_t first_row, unsigned lane, const uint8_t* from) {
  if constexpr (what.bytes >= 4) {
    for (unsigned k = 0; k < what.bytes / 4; ++k) {
      uint32_t dword = 0;
      if (from != nullptr) std::memcpy(&dword, from + 4 * k, 4);
      w.rows[first_row + k].lane[lane] = dword;
    }
  } else {
    const uint32_t value = loaded<what>(from);
    uint32_t& to = w.rows[first_row].lane[lane];
    switch (what.into) {
      case Loaded::Into::whole:
        to = value;
        break;
      case Loaded::Into::low:
        to = (to & 0xffff0000) | (value & 0xffff);
        break;
      case Loaded::Into::high:
        to = (to & 0xffff) | value << 16;
        break;
    }
  }
}

template <class Body>
void for_each(uint64_t on, Body body) {
  for (; on != 0; on &= on - 1) body(static_cast<unsigned>(std::countr_zero(on)));
}
template <class Body>
void for_lanes(const Wave& w, Body body) {
  for_each(w.exec(), body);
}

// Whether lanes of a place can be checked together.
template <class Place>
concept OfOnePiece = requires(const Place& p) {
  p.together(0u, 1u);
};

// Eight lanes' dwords. Mostly they read one, or neighbours.
inline void load_eight(const uint8_t* from, const uint32_t* offsets, uint32_t* values) {
  constexpr unsigned count = 8;
  uint32_t others = 0, strangers = 0;
  for (uint32_t l = 0; l < count; ++l) {
    others |= offsets[l] ^ offsets[0];
    strangers |= (offsets[l] - offsets[0]) ^ 4 * l;
  }
  if (others == 0) {
    uint32_t value = 0;
    std::memcpy(&value, from + offsets[0], 4);
    for (unsigned l = 0; l < count; ++l) values[l] = value;
  } else if (strangers == 0) {
    std::memcpy(values, from + offsets[0], 4 * count);
  } else {
    for (unsigned l = 0; l < count; ++l) std::memcpy(&values[l], from + offsets[l], 4);
  }
}

// Dwords of 32 lanes, from `from` and each one's offset on.
template <unsigned bytes>
void load_together(Wave& w, uint16_t first_row, unsigned first, uint32_t on, const uint8_t* from,
                   const Together& all) {
  const Operand to{.kind = Operand::Kind::vector, .index = first_row};
  for (unsigned k = 0; k < bytes / 4; ++k) {
    Lanes values;
    for (unsigned l = 0; l < half; l += 8)
      load_eight(from + size_t{4} * k, all.offsets + l, values + l);
    write_lanes(w, to, k, first, on, values);
  }
}

// Addresses are read before the first register is written, which may be one of them.
template <class Place, Loaded what>
void load(Wave& w, const Instruction& i) {
  const Place at(w, i, 1);
  const uint16_t row = i.operands[0].index;
  for_halves(w, [&](unsigned first, uint32_t on) {
    if constexpr (OfOnePiece<Place> && what.bytes >= 4) {
      const Together all = at.together(first, on);
      if (const uint8_t* from = at.begin(all, first, on, what.bytes))
        return load_together<what.bytes>(w, row, first, on, from, all);
    }
    const uint8_t* from[half];
    for_each(on, [&](unsigned l) { from[l] = at.at(first + l, what.bytes); });
    for_each(on, [&](unsigned l) { take<what>(w, row, first + l, from[l]); });
  });
}

// address, data: which operands they are. shift: 16 for the upper half of a register.
template <class Place, unsigned bytes, unsigned address, unsigned data, unsigned shift>
void store(Wave& w, const Instruction& i) {
  const Place at(w, i, address);
  const uint16_t first_row = i.operands[data].index;
  for_lanes(w, [&](unsigned l) {
    uint8_t* to = at.at(l, bytes);
    if (to == nullptr) return;
    if constexpr (bytes >= 4) {
      for (unsigned k = 0; k < bytes / 4; ++k)
        std::memcpy(to + 4 * k, &w.rows[first_row + k].lane[l], 4);
    } else {
      const uint32_t value = w.rows[first_row].lane[l] >> shift;
      std::memcpy(to, &value, bytes);
    }
  });
}

// The names of loads after global_load_ and similar prefixes, up to gfx10 and from gfx11 on.
template <class Place>
void add_loads(Registry& r, const std::string& prefix) {
  const auto add = [&](const char* name, const char* later, Execute execute) {
    r.add(prefix + name, execute);
    r.add(prefix + later, execute);
  };
  using Into = Loaded::Into;
  add("dword", "b32", load<Place, Loaded{4}>);
  add("dwordx2", "b64", load<Place, Loaded{8}>);
  add("dwordx3", "b96", load<Place, Loaded{12}>);
  add("dwordx4", "b128", load<Place, Loaded{16}>);
  add("ubyte", "u8", load<Place, Loaded{1}>);
  add("sbyte", "i8", load<Place, Loaded{1, true}>);
  add("ushort", "u16", load<Place, Loaded{2}>);
  add("sshort", "i16", load<Place, Loaded{2, true}>);
  add("ubyte_d16", "d16_u8", load<Place, Loaded{1, false, Into::low}>);
  add("ubyte_d16_hi", "d16_hi_u8", load<Place, Loaded{1, false, Into::high}>);
  add("sbyte_d16", "d16_i8", load<Place, Loaded{1, true, Into::low}>);
  add("sbyte_d16_hi", "d16_hi_i8", load<Place, Loaded{1, true, Into::high}>);
  add("short_d16", "d16_b16", load<Place, Loaded{2, false, Into::low}>);
  add("short_d16_hi", "d16_hi_b16", load<Place, Loaded{2, false, Into::high}>);
}

template <class Place, unsigned address, unsigned data>
void add_stores(Registry& r, const std::string& prefix) {
  const auto add = [&](const char* name, const char* later, Execute execute) {
    r.add(prefix + name, execute);
    r.add(prefix + later, execute);
  };
  add("dword", "b32", store<Place, 4, address, data, 0>);
  add("dwordx2", "b64", store<Place, 8, address, data, 0>);
  add("dwordx3", "b96", store<Place, 12, address, data, 0>);
  add("dwordx4", "b128", store<Place, 16, address, data, 0>);
  add("byte", "b8", store<Place, 1, address, data, 0>);
  add("byte_d16_hi", "d16_hi_b8", store<Place, 1, address, data, 16>);
  add("short", "b16", store<Place, 2, address, data, 0>);
  add("short_d16_hi", "d16_hi_b16", store<Place, 2, address, data, 16>);
}

}  // namespace hippuzzle::amd
