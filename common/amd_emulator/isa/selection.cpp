// DPP and SDWA: an instruction whose first source comes from other lanes, or whose sources and
// result are bytes or words of registers. Source: AMD Instinct MI200 ISA, 12.13 (SDWA), 12.14
// (DPP); RDNA 2 ISA, 12.15 (row_share, row_xmask, FI).
#include <fmt/format.h>

#include "amd_emulator/isa/lanes.hpp"

namespace hippuzzle::amd {
namespace {

// The lane that DPP_CTRL gives a lane; -1 for none.
int source_lane(unsigned control, int lane, int lanes) {
  const int row = lane & ~15, in_row = lane & 15;
  const int n = static_cast<int>(control & 15);
  switch (control >> 4) {
    case 0x10:  // row_shl
      return in_row + n <= 15 ? lane + n : -1;
    case 0x11:  // row_shr
      return in_row >= n ? lane - n : -1;
    case 0x12:  // row_ror
      return row + ((in_row - n) & 15);
    case 0x15:  // row_share; row_newbcast of gfx90a
      return row + n;
    case 0x16:  // row_xmask
      return row + (in_row ^ n);
    default:
      break;
  }
  switch (control) {
    case 0x130:  // wave_shl:1
      return lane + 1 < lanes ? lane + 1 : -1;
    case 0x134:  // wave_rol:1
      return (lane + 1) % lanes;
    case 0x138:  // wave_shr:1
      return lane - 1;
    case 0x13c:  // wave_ror:1
      return (lane + lanes - 1) % lanes;
    case 0x140:  // row_mirror
      return row + 15 - in_row;
    case 0x141:  // row_half_mirror
      return (lane & ~7) + 7 - (lane & 7);
    case 0x142:  // row_bcast:15
      return row - 1;
    case 0x143:  // row_bcast:31
      return (lane & ~31) - 1;
    default:  // quad_perm
      return (lane & ~3) + static_cast<int>(control >> (2 * (lane & 3)) & 3);
  }
}

// Byte or word `select` of a register, extended.
constexpr uint32_t part_of(uint32_t x, unsigned select, bool is_signed) {
  if (select == 6) return x;
  if (select < 4) {
    const uint32_t byte = x >> (8 * select) & 0xff;
    return is_signed ? static_cast<uint32_t>(int32_t{static_cast<int8_t>(byte)}) : byte;
  }
  const uint32_t word = x >> (16 * (select - 4)) & 0xffff;
  return is_signed ? static_cast<uint32_t>(int32_t{static_cast<int16_t>(word)}) : word;
}

// A result put into byte or word `select`; the rest by dst_unused: 0 zeros, 1 the result's sign
// above it and zeros below, 2 as it was.
constexpr uint32_t placed(uint32_t before, uint32_t x, unsigned select, unsigned unused) {
  const unsigned bits = select < 4 ? 8 : 16, shift = select < 4 ? 8 * select : 16 * (select - 4);
  const uint32_t mask = (bits == 8 ? 0xffu : 0xffffu) << shift;
  const uint32_t value = x << shift & mask;
  if (unused == 2) return (before & ~mask) | value;
  if (unused == 1) return part_of(x, bits == 8 ? 0 : 4, true) << shift;
  return value;
}

}  // namespace

void execute_dpp(Wave& w, const Instruction& i) {
  const Selection& s = i.selection;
  const Operand& source = i.operands[s.first_source];
  const uint64_t exec = w.exec();
  Row selected = {};
  uint64_t written = 0;
  for (unsigned lane = 0; lane < w.lanes; ++lane) {
    if ((exec >> lane & 1) == 0) continue;
    const bool enabled =
        (s.row_mask >> (lane / 16) & 1) != 0 && (s.bank_mask >> (lane % 16 / 4) & 1) != 0;
    if (!enabled) continue;
    const int from = source_lane(s.dpp_control, static_cast<int>(lane), static_cast<int>(w.lanes));
    const bool is_there = from >= 0 && (s.fetches_inactive || (exec >> from & 1) != 0);
    if (!is_there && !s.bound_control) continue;
    selected.lane[lane] = is_there ? w.rows[source.index].lane[from] : 0;
    written |= uint64_t{1} << lane;
  }
  w.rows[row::selected] = selected;
  w.set_mask(scalar::exec, written);
  i.inner->execute(w, *i.inner);
  w.set_mask(scalar::exec, exec);
}

void execute_sdwa(Wave& w, const Instruction& i) {
  const Selection& s = i.selection;
  for (unsigned k = 0; k < 2; ++k) {
    const Operand& source = i.operands[s.first_source + k];
    if (source.kind == Operand::Kind::none) continue;
    const bool is_signed = (source.modifiers & Operand::sign_extend) != 0;
    for (unsigned first = 0; first < w.lanes; first += half) {
      Lanes room;
      const uint32_t* from = read_lanes(w, source, 0, first, room);
      uint32_t* to = w.rows[row::selected + k].lane + first;
      for (unsigned l = 0; l < half; ++l) to[l] = part_of(from[l], s.source_select[k], is_signed);
    }
  }
  // v_mac and v_fmac read their destination, so it is there already.
  const Operand& destination = i.operands[0];
  if (destination.is_vector()) w.rows[row::unplaced] = w.rows[destination.index];
  i.inner->execute(w, *i.inner);
  if (!destination.is_vector()) return;
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes result;
    const uint32_t* before = w.rows[destination.index].lane + first;
    const uint32_t* value = w.rows[row::unplaced].lane + first;
    for (unsigned l = 0; l < half; ++l) {
      result[l] = s.destination_select == 6
                      ? value[l]
                      : placed(before[l], value[l], s.destination_select, s.destination_unused);
    }
    write_lanes(w, destination, 0, first, on, result);
  });
}

// The first one's result is kept back until the second has read.
void execute_pair(Wave& w, const Instruction& i) {
  Row& result = w.rows[i.inner->operands[0].index];
  const Row before = result;
  i.inner->execute(w, *i.inner);
  const Row after = result;
  result = before;
  i.second->execute(w, *i.second);
  result = after;
}

}  // namespace hippuzzle::amd
