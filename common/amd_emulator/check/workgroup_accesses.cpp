// The accesses of an instruction, as CheckedWorkgroup checks them.
#include <bit>

#include "amd_emulator/check/checked_workgroup.hpp"

namespace hippuzzle::amd {
namespace {

template <class Body>
void for_lanes(const Wave& w, Body body) {
  for (uint64_t on = w.exec(); on != 0; on &= on - 1)
    body(static_cast<unsigned>(std::countr_zero(on)));
}

bool all_active_are(const Wave& w, const Row& row, uint32_t value) {
  const uint64_t exec = w.exec();
  uint32_t others = 0;
  for (unsigned begin = 0; begin < most_lanes; begin += half) {
    const auto on = static_cast<uint32_t>(exec >> begin);
    for (unsigned l = 0; l < half; ++l) others |= (row.lane[begin + l] ^ value) & -(on >> l & 1);
  }
  return others == 0;
}

}  // namespace

void CheckedWorkgroup::check_memory(Wave& w, const Instruction& i) {
  const MemoryAccess& m = i.effects->memory;
  const unsigned address = m.address_operand;
  const uint16_t data = i.operands[address + 1u].index;
  switch (m.space) {
    case MemoryAccess::Space::local:
      return check_local(w, i);
    case MemoryAccess::Space::global: {
      if (m.into_local) begin_load(w, i);
      const GlobalPlace place(w, i, address);
      begin_global(w, i);
      if (m.is_plain_read() && reads_together(w, i, place)) return;
      return for_lanes(w, [&](unsigned l) {
        settle_doubt(w, i, false, place.address(l));
        checker_.global_.access(w, i, l, place.address(l), m.bytes, data, *this);
      });
    }
    case MemoryAccess::Space::flat: {
      const FlatPlace place(w, i, address);
      begin_global(w, i);
      lds_.begin(w, i);
      return for_lanes(w, [&](unsigned l) {
        const uint64_t a = place.address(l);
        if (a >> 32 == shared_aperture) {
          settle_doubt(w, i, true, static_cast<uint32_t>(a));
          look_for_loads(w, i, l, static_cast<uint32_t>(a));
          lds_.access(w, i, l, static_cast<uint32_t>(a), data, *this);
        } else if (a >> 32 != private_aperture) {
          settle_doubt(w, i, false, a);
          checker_.global_.access(w, i, l, a, m.bytes, data, *this);
        }
      });
    }
    case MemoryAccess::Space::uniform:
      checker_.global_.begin(number_);
      return checker_.global_.access(w, i, 0, uniform_address(w, i), m.bytes, 0, *this);
    case MemoryAccess::Space::buffer:
      return check_buffer(w, i);
    case MemoryAccess::Space::private_memory:
      return;  // bounds are part of executing it
  }
}

void CheckedWorkgroup::settle_doubt(const Wave& w, const Instruction& i, bool is_local,
                                    uint64_t address) {
  DoubtfulReads& doubtful = checker_.doubtful_;
  if (!doubtful.is_empty()) doubtful.look_at(i, number_, w.number, is_local, address);
}

void CheckedWorkgroup::check_buffer(Wave& w, const Instruction& i) {
  const MemoryAccess& m = i.effects->memory;
  if (m.into_local) begin_load(w, i);
  const BufferPlace place(w, i, m.address_operand);
  if (place.is_private) return;
  begin_global(w, i);
  for_lanes(w, [&](unsigned l) {
    if (const auto address = place.address(l, m.bytes))
      checker_.global_.access(w, i, l, *address, m.bytes, i.operands[0].index, *this);
  });
}

void CheckedWorkgroup::begin_global(const Wave& w, const Instruction& i) {
  const uint32_t now = checker_.global_.begin(number_);
  const MemoryAccess::Kind kind = i.effects->memory.kind;
  if (kind == MemoryAccess::Kind::read) return;
  StoresUnderWay& stores = stores_[w.number];
  const ResultsUnderWay& under_way = registers_[w.number].under_way();
  if (const auto first = stores.first(under_way)) checker_.global_.release_before(*first);
  if (kind == MemoryAccess::Kind::write) stores.begin(i, under_way, now);
}

bool CheckedWorkgroup::reads_together(const Wave& w, const Instruction& i,
                                      const GlobalPlace& place) {
  if (place.low == nullptr) return false;
  const AddressPattern* pattern = patterns_.find(w, i, *place.low);
  if (pattern == nullptr) return false;
  const uint32_t lowest = place.low->lane[pattern->first_lane];
  const int64_t word = lowest / 4;  // of the lower halves: their upper ones have to be alike
  if (lowest % 4 != 0 || word + pattern->least < 0 || word + pattern->end > int64_t{1} << 30)
    return false;
  uint64_t base = place.base + lowest;
  if (place.high != nullptr) {
    const uint32_t upper = place.high->lane[pattern->first_lane];
    if (!all_active_are(w, *place.high, upper)) return false;
    base += static_cast<uint64_t>(upper) << 32;
  }
  return base % 4 == 0 && checker_.global_.read_quietly(w, i, *pattern, base);
}

void CheckedWorkgroup::begin_load(const Wave& w, const Instruction& i) {
  const uint32_t base = local_base(w, i);
  uint64_t lanes = 0;
  lds_.begin(w, i);
  for_lanes(w, [&](unsigned l) {
    const uint32_t at = base + 4 * l;
    lds_.load(w, i, l, at, *this);
    if (uint64_t{at} + 4 <= checker_.launch_.lds_bytes) lanes |= uint64_t{1} << l;
  });
  loads_.begin({.by = &i,
                .wave = w.number,
                .number = registers_[w.number].under_way().memory_issued(),
                .begin = base,
                .lanes = lanes});
}

void CheckedWorkgroup::end_loads(const Wave& w, const ResultsUnderWay& under_way) {
  while (const auto load = loads_.take_ended(w.number, under_way.memory_done())) {
    lds_.begin(w, *load->by);
    for (uint64_t on = load->lanes; on != 0; on &= on - 1) {
      const auto l = static_cast<unsigned>(std::countr_zero(on));
      lds_.load(w, *load->by, l, load->begin + 4 * l, *this);
    }
  }
}

void CheckedWorkgroup::look_for_loads(const Wave& w, const Instruction& i, unsigned lane,
                                      uint32_t address) {
  if (loads_.is_idle()) return;
  const auto load = loads_.take_writer_of(address, i.effects->memory.bytes);
  if (!load) return;
  Finding f;
  f.kind = Finding::Kind::too_early;
  f.detail = "'" + i.effects->text + "' accesses LDS that '" + load->by->effects->text +
             "' has yet to write; s_waitcnt vmcnt has to come first" +
             (load->wave == w.number ? "" : ", and a barrier after it");
  f.sides.resize(2);
  f.sides[1].access = MemoryAccess::Kind::write;
  f.sides[1].address = load->by->address;
  f.sides[1].text = load->by->effects->text;
  f.sides[1].thread[0] = load->wave * w.lanes;
  report(std::move(f), w, lane, i);
}

void CheckedWorkgroup::check_local(const Wave& w, const Instruction& i) {
  const MemoryAccess& m = i.effects->memory;
  const Row& address = w.rows[i.operands[m.address_operand].index];
  const AddressPattern* pattern = patterns_.find(w, i, address);
  if (patterns_.retired() > most_retired) {
    lds_.note_reads();
    patterns_.drop_retired();
  }
  if (!loads_.is_idle() || !checker_.doubtful_.is_empty()) {
    for_lanes(w, [&](unsigned l) {
      for (unsigned k = 0; k < m.addresses; ++k) {
        settle_doubt(w, i, true, address.lane[l] + m.offsets[k]);
        look_for_loads(w, i, l, address.lane[l] + m.offsets[k]);
      }
    });
  }
  lds_.begin(w, i);
  for (unsigned k = 0; k < m.addresses; ++k) {
    const uint16_t data = i.operands[m.address_operand + 1u + k].index;
    lds_.access(w, i, address, pattern, m.offsets[k], data, *this);
  }
}

}  // namespace hippuzzle::amd
