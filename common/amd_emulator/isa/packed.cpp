// VOP3P instructions on two single-precision numbers a lane, in a pair of registers. op_sel and
// op_sel_hi say which of a source's two registers the lower and the upper result take. Source: AMD
// Instinct MI200 ISA, 12.10.
#include "amd_emulator/isa/lanes.hpp"

namespace hippuzzle::amd {
namespace {

// One source's dwords for the lower (0) or the upper (1) result.
const uint32_t* select(const Wave& w, const Instruction& i, unsigned source, unsigned result,
                       unsigned first, Lanes& room) {
  const Selection& s = i.selection;
  const unsigned part = (result == 0 ? s.op_sel : s.op_sel_hi) >> source & 1;
  const uint32_t* from = read_lanes(w, i.operands[1 + source], part, first, room);
  if (((result == 0 ? s.neg_lo : s.neg_hi) >> source & 1) == 0) return from;
  for (unsigned l = 0; l < half; ++l) room[l] = from[l] ^ 0x80000000;
  return room;
}

template <unsigned sources, auto f>
void packed(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes results[2];
    for (unsigned k = 0; k < 2; ++k) {
      Lanes room[3];
      const uint32_t* from[3] = {};
      for (unsigned s = 0; s < sources; ++s) from[s] = select(w, i, s, k, first, room[s]);
      for (unsigned l = 0; l < half; ++l) {
        if constexpr (sources == 3) {
          results[k][l] =
              as_bits(f(as_float(from[0][l]), as_float(from[1][l]), as_float(from[2][l])));
        } else {
          results[k][l] = as_bits(f(as_float(from[0][l]), as_float(from[1][l])));
        }
      }
      finish(i, results[k]);
    }
    write_lanes(w, i.operands[0], 0, first, on, results[0]);
    write_lanes(w, i.operands[0], 1, first, on, results[1]);
  });
}

// The lower result from the first source, the upper from the second.
void move(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes room[2], results[2];
    for (unsigned k = 0; k < 2; ++k) {
      const unsigned part = i.selection.op_sel >> k & 1;
      const uint32_t* from = read_lanes(w, i.operands[1 + k], part, first, room[k]);
      std::memcpy(results[k], from, sizeof results[k]);
    }
    write_lanes(w, i.operands[0], 0, first, on, results[0]);
    write_lanes(w, i.operands[0], 1, first, on, results[1]);
  });
}

}  // namespace

void add_packed(Registry& r) {
  r.add("v_pk_fma_f32",
        packed<3, [](float a, float b, float c) { return __builtin_fmaf(a, b, c); }>);
  r.add("v_pk_mul_f32", packed<2, [](float a, float b) { return a * b; }>);
  r.add("v_pk_add_f32", packed<2, [](float a, float b) { return a + b; }>);
  r.add("v_pk_mov_b32", move);
}

}  // namespace hippuzzle::amd
