// Instructions that move values between lanes, or between a lane and scalar registers. Lanes that
// are off give 0. Source: AMD Instinct MI200 ISA, 12.7 to 12.9 and 12.11 (ds_bpermute, ds_swizzle);
// RDNA 2 ISA, 12.10 (v_permlane).
#include "amd_emulator/isa/lanes.hpp"

namespace hippuzzle::amd {
namespace {

bool is_on(uint64_t exec, unsigned lane) { return (exec >> lane & 1) != 0; }

uint32_t read_lane(const Wave& w, const Operand& o, unsigned lane) {
  return o.is_vector() ? w.rows[o.index].lane[lane] : read_scalar(w, o);
}

void read_first_lane(Wave& w, const Instruction& i) {
  const uint64_t exec = w.exec();
  const unsigned lane = exec == 0 ? 0 : static_cast<unsigned>(std::countr_zero(exec));
  write_scalar(w, i.operands[0], read_lane(w, i.operands[1], lane));
}

void read_chosen_lane(Wave& w, const Instruction& i) {
  const uint32_t lane = read_scalar(w, i.operands[2]) & (w.lanes - 1);
  write_scalar(w, i.operands[0], read_lane(w, i.operands[1], lane));
}

void write_chosen_lane(Wave& w, const Instruction& i) {
  const uint32_t lane = read_scalar(w, i.operands[2]) & (w.lanes - 1);
  w.rows[i.operands[0].index].lane[lane] = read_scalar(w, i.operands[1]);
}

void swap(Wave& w, const Instruction& i) {
  const uint64_t exec = w.exec();
  for (unsigned l = 0; l < w.lanes; ++l) {
    if (is_on(exec, l))
      std::swap(w.rows[i.operands[0].index].lane[l], w.rows[i.operands[1].index].lane[l]);
  }
}

// Bits of the mask below the lane, among lanes 0 to 31, or among lanes 32 to 63.
template <bool upper>
void count_below(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes room[2], result;
    const uint32_t* mask = read_lanes(w, i.operands[1], 0, first, room[0]);
    const uint32_t* add = read_lanes(w, i.operands[2], 0, first, room[1]);
    for (unsigned l = 0; l < half; ++l) {
      const uint64_t below = (uint64_t{1} << (first + l)) - 1;
      const auto part = static_cast<uint32_t>(upper ? below >> 32 : below);
      result[l] = static_cast<uint32_t>(std::popcount(mask[l] & part)) + add[l];
    }
    write_lanes(w, i.operands[0], 0, first, on, result);
  });
}

// Within a row of 16 lanes, or from the other row of its pair, by four bits a lane. op_sel has FI
// and BOUND_CTRL.
template <bool other_row>
void permute_row(Wave& w, const Instruction& i) {
  const uint64_t exec = w.exec();
  const uint64_t select =
      static_cast<uint64_t>(read_scalar(w, i.operands[3])) << 32 | read_scalar(w, i.operands[2]);
  const bool inactive = (i.selection.op_sel & 1) != 0, zero = (i.selection.op_sel & 2) != 0;
  Row& to = w.rows[i.operands[0].index];
  const Row from = w.rows[i.operands[1].index];
  for (unsigned l = 0; l < w.lanes; ++l) {
    if (!is_on(exec, l)) continue;
    const unsigned row = (l & ~15u) ^ (other_row ? 16 : 0);
    const unsigned lane = row + (select >> (4 * (l & 15)) & 15);
    if (inactive || is_on(exec, lane)) {
      to.lane[l] = from.lane[lane];
    } else if (zero) {
      to.lane[l] = 0;
    }
  }
}

// Each lane names the lane that it reads, times four.
void gather(Wave& w, const Instruction& i) {
  const uint64_t exec = w.exec();
  const Row from = w.rows[i.operands[2].index], address = w.rows[i.operands[1].index];
  Row& to = w.rows[i.operands[0].index];
  for (unsigned l = 0; l < w.lanes; ++l) {
    if (!is_on(exec, l)) continue;
    const unsigned lane = (address.lane[l] + static_cast<uint32_t>(i.offset)) / 4 & (w.lanes - 1);
    to.lane[l] = is_on(exec, lane) ? from.lane[lane] : 0;
  }
}

// Each lane names the lane that it writes; the highest of several writes last.
void scatter(Wave& w, const Instruction& i) {
  const uint64_t exec = w.exec();
  const Row from = w.rows[i.operands[2].index], address = w.rows[i.operands[1].index];
  Row result = {};
  for (unsigned l = 0; l < w.lanes; ++l) {
    if (!is_on(exec, l)) continue;
    const unsigned lane = (address.lane[l] + static_cast<uint32_t>(i.offset)) / 4 & (w.lanes - 1);
    result.lane[lane] = from.lane[l];
  }
  Row& to = w.rows[i.operands[0].index];
  for (unsigned l = 0; l < w.lanes; ++l) to.lane[l] = is_on(exec, l) ? result.lane[l] : to.lane[l];
}

void swizzle(Wave& w, const Instruction& i) {
  const uint64_t exec = w.exec();
  const auto pattern = static_cast<uint32_t>(i.offset);
  const Row from = w.rows[i.operands[1].index];
  Row& to = w.rows[i.operands[0].index];
  for (unsigned l = 0; l < w.lanes; ++l) {
    if (!is_on(exec, l)) continue;
    const unsigned in = l & 31;
    const unsigned lane =
        (pattern & 0x8000) != 0
            ? (l & ~3u) + (pattern >> (2 * (l & 3)) & 3)
            : (l & ~31u) + (((in & (pattern & 31)) | (pattern >> 5 & 31)) ^ (pattern >> 10 & 31));
    to.lane[l] = is_on(exec, lane) ? from.lane[lane] : 0;
  }
}

}  // namespace

void add_cross_lane(Registry& r) {
  r.add("v_readfirstlane_b32", read_first_lane);
  r.add("v_readlane_b32", read_chosen_lane);
  r.add("v_writelane_b32", write_chosen_lane);
  r.add("v_swap_b32", swap);
  r.add("v_mbcnt_lo_u32_b32", count_below<false>);
  r.add("v_mbcnt_hi_u32_b32", count_below<true>);
  r.add("v_permlane16_b32", permute_row<false>);
  r.add("v_permlanex16_b32", permute_row<true>);
  r.add("ds_bpermute_b32", gather);
  r.add("ds_permute_b32", scatter);
  r.add("ds_swizzle_b32", swizzle);
}

}  // namespace hippuzzle::amd
